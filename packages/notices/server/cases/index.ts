export {
  type CaseRow,
  countTargets,
  insertTargets,
  KEEPS_OFF,
  keepsOff,
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
  createCaseLinks,
  domainOf,
  findCase,
  linkHash,
  requireCase,
  unknownCase,
  withDomains,
} from './cases.ts';
export { raiseAlarms, recordEnd } from './deadlines/alarms.ts';
export {
  countOpenCases,
  endClock,
  type RunningClock,
  ruleOf,
  selectDueClocks,
  selectWindow,
} from './deadlines/clock-queries.ts';
export { counterWindow, restartWindow } from './deadlines/clocks.ts';
export type { Ground } from './kinds/case-kind.ts';
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
export {
  endProposal,
  giveTargets,
  listProposals,
  needsSecond,
  openProposal,
  propose,
  requireSecond,
  voidWaiting,
} from './proposals/proposals.ts';
export { CONFIRMED_RANK, LEFT_RANK, type RankFacts, rankOf, trustIn } from './rank.ts';
export { readAddress } from './read-address.ts';
export { disagrees, resolveAddresses, type Target } from './resolve-addresses.ts';
export {
  type CaseSeal,
  NOT_KEPT,
  sealForStep,
  sealOf,
} from './sealing/case-seal.ts';
export { eraseCase, holdCase, keptUntil, whyNotErased } from './sealing/forget.ts';
export {
  addPaper,
  everythingSaid,
  type Filled,
  MOST_SUPPLEMENTS,
  type NewPaper,
  openPaper,
  senderOf,
} from './sealing/papers.ts';
export {
  CASES,
  countSupplements,
  hasSiteNote,
  selectPapersAfter,
  tellPapers,
} from './sealing/queries.ts';
export { countForwarded, selectAnswers, selectFirstForwarded, selectHolder } from './sender-queries.ts';
export { type CaseEvent, COUNTERED_STATES } from './states.ts';
export { canStep, requireStep, step } from './steps.ts';
