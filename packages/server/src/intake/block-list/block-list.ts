import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type Block, selectBlock, type Wanted } from './queries.ts';

const DELETED_BY_ADMINISTRATOR = 'This video was deleted by an administrator and is not taken in again.';

/** The reason of entries for deleted videos. */
export const DELETED = 'Its video was deleted by an administrator.';

/** Why a video is refused: a case, which is named, an administrator who deleted it, or an entry that is only on the list. */
export function blockedMessage({ caseId, reason }: Block): string {
  if (caseId !== null) return `${reason} It is not taken in again.`;
  return reason === DELETED
    ? DELETED_BY_ADMINISTRATOR
    : 'This video is on the block list and is not taken in.';
}

/** The download is on the block list. Ends it for good. */
export class BlockedError extends AppError {
  readonly block: Block;

  constructor(block: Block) {
    super('gone', blockedMessage(block));
    this.block = block;
  }
}

/** Throws BlockedError if anything known of a video is on the list. */
export async function requireNotBlocked(db: Db, wanted: Wanted): Promise<void> {
  const block = await selectBlock(db, wanted);
  if (block) throw new BlockedError(block);
}
