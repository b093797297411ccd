export { revisitJob } from './jobs.ts';
export {
  claimRevisits,
  type DueRevisit,
  endRevisit,
  holdRevisit,
  type LastLook,
  postponeRevisits,
  queueRevisits,
  type SourceWords,
  selectLastLook,
  updateDifferences,
} from './queries.ts';
