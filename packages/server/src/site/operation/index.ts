export type { BeatTiming } from './beat.ts';
export { NO_WORKER, operationState, worstDisk } from './operation.ts';
