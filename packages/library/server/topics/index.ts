export { resetCategoryCounts, selectIsGoneCategory as isGoneCategory } from './queries.ts';
export { decideTopics, decideTopicsOfMany } from './rules.ts';
