export { forgetDeletedVideos, recordBlockedVideos, recordUnblocked } from './block-queries.ts';
export { type Judgement, judgeAddresses, NO_DECISIONS } from './judge.ts';
export { selectLatestPages, selectRunCounts } from './ledger-queries.ts';
export { decisionOfFailure } from './outcome.ts';
export {
  addRunCounts,
  lockSource,
  type NewDecision,
  recordBlockedAddresses,
  recordChanges,
  recordDecisions,
  recordOutcome,
  restartRunCounts,
} from './queries.ts';
