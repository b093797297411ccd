export { sumSince } from './figure-queries.ts';
export { addToStats } from './queries.ts';
