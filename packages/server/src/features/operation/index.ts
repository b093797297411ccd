export { type BeatTiming, startBeat } from './beat.ts';
export { livingWorkers, NO_WORKER } from './operation.ts';
export { operationRoutes } from './routes.ts';
