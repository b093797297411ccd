export { BlockedError, blockedMessage, DELETED, requireNotBlocked } from './block-list.ts';
export {
  type Blocking,
  blockAlso,
  insertBlocks,
  releaseBlocks,
  selectAddressBlock,
  selectBlockedAddresses,
  type Wanted,
} from './queries.ts';
