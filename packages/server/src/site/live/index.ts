export { type ChangeFeed, createChangeFeed } from './change-feed.ts';
export { pathsOfTables } from './paths-of-tables.ts';
