export { createOldAddresses } from './lead-on.ts';
export { type OldAddress, readOldAddress } from './old-address.ts';
export {
  forgetOldAddresses,
  hasOldAddresses,
  keepOldAddresses,
  leadingAway,
  videoAtOldAddress,
} from './queries.ts';
