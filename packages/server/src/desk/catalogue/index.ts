export { runBulkAct } from './bulk-acts.ts';
export { bulkActJob, tendCatalogueJob } from './jobs.ts';
export { catalogueRoutes } from './routes.ts';
export { tendCatalogue } from './tending.ts';
