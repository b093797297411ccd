export { runBulkAct } from './bulk-acts.ts';
export { deleteAllCleared } from './clearing.ts';
export { bulkActJob, deleteClearedJob, tendCatalogueJob } from './jobs.ts';
export { catalogueRoutes } from './routes.ts';
export { tendCatalogue } from './tending.ts';
