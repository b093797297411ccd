export { giveTargets, lockMailbox, moveTargets, selectSameCase, setFirstTarget } from './case-queries.ts';
export { type CaseSeal, openedText, openSeal } from './case-seal.ts';
export type { CaseParts } from './cases.ts';
export { type Decided, decideCase, type Outcome } from './decide.ts';
export { openCaseMail, putCaseMail } from './mails.ts';
export { contentMark, mailboxMark, openCase } from './open.ts';
export { addPaper } from './papers.ts';
export { restoreCase } from './restore.ts';
export { type CountedStrike, strikeMessage, strikesOfSource, voidStrike } from './strikes.ts';
