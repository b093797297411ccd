export { giveNotices, moveNotices } from './queries.ts';
export { countWaitingNotices } from './request-queries.ts';
