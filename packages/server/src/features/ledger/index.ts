export { type Judgement, judgeAddresses, NO_DECISIONS } from './judge.ts';
export { why } from './ledger.ts';
export { outcomeOf } from './outcome.ts';
export { addRunCounts, recordDecisions, recordOutcome, recordQueued, restartRunCounts } from './queries.ts';
export { ledgerRoutes } from './routes.ts';
