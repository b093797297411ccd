export { forgetDeletedVideos, recordBlockedVideos, recordUnblocked } from './block-queries.ts';
export { type Judgement, judgeAddresses, NO_DECISIONS } from './judge.ts';
export { why } from './ledger.ts';
export { decisionOfFailure } from './outcome.ts';
export {
  addRunCounts,
  lockSource,
  recordBlockedAddresses,
  recordDecisions,
  recordOutcome,
  restartRunCounts,
} from './queries.ts';
