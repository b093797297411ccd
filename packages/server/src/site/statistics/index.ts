export { addToStats } from './queries.ts';

export { keepStatistics } from './statistics.ts';
