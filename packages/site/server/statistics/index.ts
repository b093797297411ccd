export { addToStats, sumSince } from './queries.ts';
