export { pathsOfTables } from './paths-of-tables.ts';
