export { decideOrPropose, restoreOrPropose } from './desk/decide-any.ts';
export { nameVideo } from './desk/name-video.ts';
export { restoreCase } from './restoring/restore.ts';
export { strikesOfSource, voidStrike } from './strikes.ts';
export { hidesOnReceipt } from './taking-off/hide.ts';
export { hideNamed } from './taking-off/hide-named.ts';
