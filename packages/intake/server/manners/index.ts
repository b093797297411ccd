export { type ReadTimes, readTimesOf, rememberFile } from './conditional.ts';
export { forgetFiles, libraryGeneration } from './file-queries.ts';
export { createManners, type Manners } from './manners.ts';
export type { Pace } from './pace.ts';
export { createPlaces } from './places.ts';
export { mannersOf, resetBreakers, type SourceManners } from './source-manners.ts';
