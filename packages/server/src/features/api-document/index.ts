export { callsTable } from './calls-table.ts';
export { apiDocumentRoutes } from './routes.ts';
