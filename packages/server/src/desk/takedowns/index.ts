export { countWaitingNotices } from './request-queries.ts';
