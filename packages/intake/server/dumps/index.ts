export { dumpJob } from './jobs.ts';
export { runDump } from './run-dump.ts';
export type { MakeWay } from './take-lines.ts';
