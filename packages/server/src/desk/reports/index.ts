export { createFormProofs } from './form-proof.ts';
export { hideNamed } from './hide-named.ts';
export { readAddress } from './read-address.ts';
export { quoted } from './receipt-mails.ts';
export { resolveAddresses } from './resolve-addresses.ts';
export {
  createReports,
  type ReportDeps,
  type ReportParts,
  type TakenIn,
  takeIn,
  type Visitor,
} from './take-in.ts';
