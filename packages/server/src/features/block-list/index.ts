export { BlockedError, REMOVED_BY_NOTICE, requireNotBlocked } from './block-list.ts';
export {
  type Blocking,
  blockAlso,
  insertBlocks,
  isAddressBlocked,
  moveBlocks,
  releaseBlocks,
  selectBlockedAddresses,
  type Wanted,
} from './queries.ts';
