export { type Judgement, judgeAddresses, NO_DECISIONS } from './judge.ts';
export { selectLatestPages, selectRunCounts } from './ledger-queries.ts';
export { decisionOfFailure } from './outcome.ts';
export {
  addRunCounts,
  forgetDeletedVideos,
  lockSource,
  type NewDecision,
  recordBlockedAddresses,
  recordBlockedVideos,
  recordChanges,
  recordDecisions,
  recordOutcome,
  recordUnblocked,
  restartRunCounts,
} from './queries.ts';
