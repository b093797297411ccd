export { createCaseLinks } from './case-links.ts';
export { createFormProofs } from './form-proof.ts';
export { quoted } from './receipt-mails.ts';
export {
  createReports,
  type ReportDeps,
  type ReportParts,
  type TakenIn,
  takeIn,
  type Visitor,
} from './take-in.ts';
