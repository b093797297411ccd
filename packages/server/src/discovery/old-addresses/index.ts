export { createOldAddresses } from './lead-on.ts';
export { type OldAddress, readOldAddress } from './old-address.ts';
export { forgetOldAddresses, keepOldAddresses, leadingAway } from './queries.ts';
