export { requeueDeleting } from './clearing.ts';
export { deleteClearedAmong, deleteClearedAt, deleteClearedTwin, deleteIfCleared } from './in-the-way.ts';
