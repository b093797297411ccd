import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type Block, selectBlock, type Wanted } from './queries.ts';

export const REMOVED_BY_NOTICE = 'This video was removed after a copyright notice and is not taken in again.';
const DELETED_BY_ADMINISTRATOR = 'This video was deleted by an administrator and is not taken in again.';

/** Why something on the list is refused: what no notice speaks of, an administrator has deleted. */
export function blockedMessage({ requestId }: Pick<Block, 'requestId'>): string {
  return requestId === null ? DELETED_BY_ADMINISTRATOR : REMOVED_BY_NOTICE;
}

/** What is brought is on the list of what is never taken in. Ends its download for good. */
export class BlockedError extends AppError {
  readonly block: Block;

  constructor(block: Block) {
    super('gone', blockedMessage(block));
    this.block = block;
  }
}

/** Throws BlockedError if any of what is known of a video is on the list. */
export async function requireNotBlocked(db: Db, wanted: Wanted): Promise<void> {
  const block = await selectBlock(db, wanted);
  if (block) throw new BlockedError(block);
}
