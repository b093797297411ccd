export { decideCase } from './decide.ts';
export { restoreCase, restoreOrPropose } from './restoring/restore.ts';
export { strikesOfSource, voidStrike } from './strikes.ts';
export { hidesOnReceipt } from './taking-off/hide.ts';
export { hideNamed } from './taking-off/hide-named.ts';
