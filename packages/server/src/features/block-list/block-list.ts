import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Block, selectBlock, type Wanted } from './queries.ts';

export const REMOVED_BY_NOTICE = 'This video was removed after a copyright notice and is not taken in again.';

/** What is brought is on the list of what is never taken in. Ends its download for good. */
export class BlockedError extends AppError {
  readonly block: Block;

  constructor(block: Block) {
    super('gone', block.requestId === null ? `It is blocked: ${block.reason}` : REMOVED_BY_NOTICE);
    this.block = block;
  }
}

/** Throws BlockedError if any of what is known of a video is on the list. */
export async function requireNotBlocked(db: Db, wanted: Wanted): Promise<void> {
  const block = await selectBlock(db, wanted);
  if (block) throw new BlockedError(block);
}
