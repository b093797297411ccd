import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type Block, selectBlock, type Wanted } from './queries.ts';

export const REMOVED_BY_NOTICE = 'This video was removed after a copyright notice and is not taken in again.';
const DELETED_BY_ADMINISTRATOR = 'This video was deleted by an administrator and is not taken in again.';

/** Why a video is refused: a notice, or an administrator who deleted it. */
export function blockedMessage({ caseId }: Pick<Block, 'caseId'>): string {
  return caseId === null ? DELETED_BY_ADMINISTRATOR : REMOVED_BY_NOTICE;
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
