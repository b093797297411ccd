export { sweepRefusedJob } from './jobs.ts';
export {
  beginSweep,
  type HeldBack,
  noteSwept,
  passHeldBack,
  releaseHeldBack,
  selectPassed,
  selectSettings as selectRefusalSettings,
  upsertHeldBack,
} from './queries.ts';
export { createRefusals, type RefusalList, type Refusals } from './refusals.ts';
export { readSeed } from './seed.ts';
