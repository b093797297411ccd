export type { AlertSettings } from './alerts.ts';
export type { BeatTiming } from './beat.ts';
export {
  allDisks,
  conditionsOf,
  DISK_TODO,
  type KnownFacts,
  MOST_COUNTED,
  NO_WORKER,
  type SiteFacts,
} from './conditions.ts';
export { operationState, worstDisk } from './operation.ts';
export { selectFigures } from './queries.ts';
