export { KeysMissing, MAC_KEY, macOf } from './case-keys.ts';
export { createCaseLinks, linkHash } from './case-links.ts';
export {
  type CaseRow,
  insertTargets,
  lockMailbox,
  moveTargets,
  type NewTarget,
  selectCase,
  selectSameCase,
  selectTargetVideos,
  updateCase,
} from './case-queries.ts';
export {
  type CaseSeal,
  NOT_KEPT,
  openSeal,
  sealForStep,
  sealOf,
  unreadable,
} from './case-seal.ts';
export {
  type CaseDeps,
  type CaseParts,
  casePartsOf,
  domainOf,
  findCase,
  requireCase,
  unknownCase,
  withDomains,
} from './cases.ts';
export { selectWindow } from './clock-queries.ts';
export { counterWindow, restartWindow } from './clocks.ts';
export { oddCopies, startCopies } from './copies.ts';
export { type Decided, decideCase, type Outcome } from './decide.ts';
export { countOpenCases } from './figure-queries.ts';
export { eraseCase, holdCase, keptUntil, whyNotErased } from './forget.ts';
export type { KnownCase } from './forget-queries.ts';
export { giveTargets } from './give-targets.ts';
export { hidesOnReceipt, hideTargets, isToHide, type Left, planHiding, whatIsLeft, whyLeft } from './hide.ts';
export { keepForgotten, knownCases } from './keep-forgotten.ts';
export { ANSWERS, COUNTERED_KINDS, formOf, groundNamed, requireGround, rulesOf } from './kinds/index.ts';
export { openCaseMail, putCaseMail } from './mails.ts';
export { lackingKeys, replaceLostKeys } from './missing-keys.ts';
export { contentMark, mailboxMark, openCase } from './open.ts';
export { countSupplements, hasSiteNote, selectPapersAfter, tellPapers } from './paper-queries.ts';
export { addPaper, openPaper } from './papers.ts';
export { endProposal, needsSecond, openProposal, propose, voidWaiting } from './proposals.ts';
export { mailSender } from './restoration-mails.ts';
export { restoreCase } from './restore.ts';
export { countForwarded, selectFirstForwarded, selectHolder } from './sender-queries.ts';
export { everythingSaid, MOST_SUPPLEMENTS, senderOf } from './senders.ts';
export { type CaseEvent, COUNTERED_STATES } from './states.ts';
export { canStep, requireStep, step } from './steps.ts';
export { strikeMessage, strikesOfSource, voidStrike } from './strikes.ts';
export { KEEPS_OFF, keepsOff } from './taken-off.ts';
