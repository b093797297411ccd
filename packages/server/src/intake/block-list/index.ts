export { BlockedError, blockedMessage, DELETED, REMOVED_BY_NOTICE, requireNotBlocked } from './block-list.ts';
export {
  type Blocking,
  blockAlso,
  insertBlocks,
  moveBlocks,
  releaseBlocks,
  selectAddressBlock,
  selectBlockedAddresses,
  type Wanted,
} from './queries.ts';
