export { giveTargets, moveTargets, setFirstTarget } from './case-queries.ts';
export type { CaseParts } from './cases.ts';
export { type Decided, decideCase, type Outcome } from './decide.ts';
export { openCase } from './open.ts';
export { restoreCase } from './restore.ts';
export { type CountedStrike, strikeMessage, strikesOfSource, voidStrike } from './strikes.ts';
