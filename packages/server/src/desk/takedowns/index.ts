export { decideRequest } from './decide.ts';
export { restoreRequest } from './restore.ts';
