export { type OldAddress, readOldAddress } from './old-address.ts';
export {
  forgetOldAddresses,
  hasOldAddresses,
  keepOldAddresses,
  leadingAway,
  videoAtOldAddress,
} from './queries.ts';
export { createOldAddresses } from './redirects.ts';
