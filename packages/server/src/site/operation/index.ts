export type { AlertSettings } from './alerts.ts';
export type { BeatTiming } from './beat.ts';
export {
  allDisks,
  conditionsOf,
  DISK_TODO,
  type KnownFacts,
  MOST_COUNTED,
  type SiteFacts,
} from './conditions.ts';
export { NO_WORKER, operationState, worstDisk } from './operation.ts';
export { selectFigures } from './queries.ts';
