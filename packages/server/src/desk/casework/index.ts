export { decideAny, restoreAny } from './decide.ts';
