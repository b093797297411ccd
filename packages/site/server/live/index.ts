export { type ChangeFeed, createChangeFeed, pathsOfTables } from './change-feed.ts';
