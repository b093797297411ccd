export { createChangeFeed } from './change-feed.ts';
export { mountEvents } from './event-streams.ts';
export { pathsOfTables } from './paths-of-tables.ts';
