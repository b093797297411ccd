export { BlockedError, blockedMessage, DELETED, REMOVED_BY_NOTICE, requireNotBlocked } from './block-list.ts';
export {
  type Blocking,
  blockAlso,
  insertBlocks,
  releaseBlocks,
  selectAddressBlock,
  selectBlockedAddresses,
  type Wanted,
} from './queries.ts';
