export { dismissCounterNotice } from './dismiss.ts';
export { createFormProofs } from './form-proof.ts';
export { hideNamed } from './hide-named.ts';
export { elementLines, namedLines, quoted } from './notice-lines.ts';
export { readAddress } from './read-address.ts';
export { type Filled, readFilled } from './read-notice.ts';
export { hasRoomFor } from './receipts.ts';
export { resolveAddresses } from './resolve-addresses.ts';
export {
  createReports,
  type ReportDeps,
  type ReportParts,
  type TakenIn,
  takeIn,
  type Visitor,
} from './take-in.ts';
