export { dismissCounterNotice } from './dismiss.ts';
export { createFormProofs } from './form-proof.ts';
export { hideNamed } from './hide-named.ts';
export { elementLines, namedLines, quoted } from './notice-lines.ts';
export { readAddress } from './read-address.ts';
export { readFilled } from './read-notice.ts';
export { resolveAddresses } from './resolve-addresses.ts';
export {
  createReports,
  type ReportDeps,
  type ReportParts,
  takeIn,
} from './take-in.ts';
