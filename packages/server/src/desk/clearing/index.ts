export { requeueDeleting } from './clearing.ts';
export { deleteClearedAt, deleteClearedTwin, deleteIfCleared } from './in-the-way.ts';
