export { createCaseLinks, linkHash } from './case-links.ts';
export {
  type CaseRow,
  countTargets,
  insertTargets,
  lockMailbox,
  moveTargets,
  type NewTarget,
  selectCase,
  selectNamedVideos,
  selectSameCase,
  selectTargetVideos,
  updateCase,
} from './case-queries.ts';
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
export { countOpenCases } from './figure-queries.ts';
export { ANSWERS, COUNTERED_KINDS, formOf, groundNamed, requireGround, rulesOf } from './kinds/index.ts';
export { hasRoomFor, mailSender, openCaseMail, putCaseMail, RECEIPT } from './mails.ts';
export { contentMark, mailboxMark, openCase } from './open.ts';
export { oddCopies, startCopies } from './outcome/copies.ts';
export { type Decided, decideCase, type Outcome } from './outcome/decide.ts';
export { giveTargets } from './outcome/give-targets.ts';
export {
  hidesOnReceipt,
  hideTargets,
  isToHide,
  type Left,
  planHiding,
  whatIsLeft,
  whyLeft,
} from './outcome/hide.ts';
export { countFirst } from './outcome/hide-queries.ts';
export { endProposal, needsSecond, openProposal, propose, voidWaiting } from './outcome/proposals.ts';
export { restoreCase } from './outcome/restore.ts';
export { strikeMessage, strikesOfSource, voidStrike } from './outcome/strikes.ts';
export { KEEPS_OFF, keepsOff } from './outcome/taken-off.ts';
export { KeysMissing, MAC_KEY, macOf } from './sealing/case-keys.ts';
export {
  type CaseSeal,
  NOT_KEPT,
  openSeal,
  sealForStep,
  sealOf,
  unreadable,
} from './sealing/case-seal.ts';
export { eraseCase, holdCase, keptUntil, whyNotErased } from './sealing/forget.ts';
export type { KnownCase } from './sealing/forget-queries.ts';
export { keepForgotten, knownCases } from './sealing/keep-forgotten.ts';
export { lackingKeys, replaceLostKeys } from './sealing/missing-keys.ts';
export { countSupplements, hasSiteNote, selectPapersAfter, tellPapers } from './sealing/paper-queries.ts';
export { addPaper, openPaper } from './sealing/papers.ts';
export { countForwarded, selectFirstForwarded, selectHolder } from './sender-queries.ts';
export { everythingSaid, type Filled, MOST_SUPPLEMENTS, senderOf } from './senders.ts';
export { type CaseEvent, COUNTERED_STATES } from './states.ts';
export { canStep, requireStep, step } from './steps.ts';
