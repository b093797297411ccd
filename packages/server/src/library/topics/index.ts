export { resetCategoryCounts } from './queries.ts';

export { decideTopics } from './rules.ts';
