export { decideAny, decideOrPropose, restoreAny, restoreOrPropose } from './decide.ts';
