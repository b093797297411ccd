export { decideRequest } from './decide.ts';
export { countWaitingNotices } from './request-queries.ts';
export { restoreRequest } from './restore.ts';
