export { createChangeFeed } from './change-feed.ts';
export { mountEvents } from './event-streams.ts';
