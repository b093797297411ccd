export { resetCategoryCounts } from './queries.ts';

export { decideTopics, decideTopicsOfMany } from './rules.ts';
