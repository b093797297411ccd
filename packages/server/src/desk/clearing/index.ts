export { deleteAllCleared, requeueDeleting } from './clearing.ts';
export { deleteClearedAt, deleteClearedTwin, deleteIfCleared } from './in-the-way.ts';
export { deleteClearedJob } from './jobs.ts';
export { clearingRoutes } from './routes.ts';
