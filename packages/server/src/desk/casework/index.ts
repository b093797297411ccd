export { decideAny, decideOrPropose, restoreAny, restoreOrPropose } from './decide.ts';
export { nameVideo } from './name-video.ts';
