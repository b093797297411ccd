export { createCaseLinks, linkHash } from './case-links.ts';
export {
  type CaseRow,
  countTargets,
  insertTargets,
  lockMailbox,
  moveTargets,
  noteHidden,
  selectCase,
  selectSameCase,
  selectTargetVideos,
  unnameVideos,
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
export { raiseAlarms, recordEnd } from './deadlines/alarms.ts';
export {
  endClock,
  type RunningClock,
  ruleOf,
  selectDueClocks,
  selectWindow,
} from './deadlines/clock-queries.ts';
export { counterWindow, restartWindow } from './deadlines/clocks.ts';
export { countOpenCases } from './figure-queries.ts';
export type { CaseKindRules, Ground } from './kinds/case-kind.ts';
export {
  ANSWERS,
  CASE_KINDS,
  COUNTERED_KINDS,
  formOf,
  groundNamed,
  requireGround,
  rulesOf,
} from './kinds/index.ts';
export type { CaseMail } from './mails/compose.ts';
export { languageOf } from './mails/language.ts';
export { copyOf, elementLines, namedLines, quoted } from './mails/notice-lines.ts';
export {
  hasRoomFor,
  type MailParts,
  mailSender,
  openCaseMail,
  putCaseMail,
  RECEIPT,
} from './mails/put-mail.ts';
export { contentMark, mailboxMark, openCase } from './open.ts';
export { giveTargets } from './proposals/give-targets.ts';
export { listProposals } from './proposals/proposal-list.ts';
export {
  endProposal,
  needsSecond,
  openProposal,
  propose,
  requireSecond,
  voidWaiting,
} from './proposals/proposals.ts';
export { CONFIRMED_RANK, LEFT_RANK, type RankFacts, rankOf, trustIn } from './rank.ts';
export { readAddress } from './read-address.ts';
export { disagrees, resolveAddresses, type Target } from './resolve-addresses.ts';
export { KeysMissing, MAC_KEY, macOf } from './sealing/case-keys.ts';
export {
  type CaseSeal,
  NOT_KEPT,
  openerOf,
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
export { addPaper, type NewPaper, openPaper } from './sealing/papers.ts';
export { countForwarded, selectAnswers, selectFirstForwarded, selectHolder } from './sender-queries.ts';
export { everythingSaid, type Filled, MOST_SUPPLEMENTS, senderOf } from './senders.ts';
export { type CaseEvent, COUNTERED_STATES } from './states.ts';
export { canStep, requireStep, step } from './steps.ts';
export { KEEPS_OFF, keepsOff } from './taken-off.ts';
