import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type Block, selectBlock, type Wanted } from './queries.ts';

const DELETED_BY_ADMINISTRATOR = 'This video was deleted by an administrator and will not be imported again.';

export const DELETED = 'Its video was deleted by an administrator.';

export function blockedMessage({ caseId, reason }: Block): string {
  if (caseId !== null) return `${reason} It will not be imported again.`;
  return reason === DELETED
    ? DELETED_BY_ADMINISTRATOR
    : 'This video is on the block list and will not be imported.';
}

export class BlockedError extends AppError {
  readonly block: Block;

  constructor(block: Block) {
    super('gone', blockedMessage(block));
    this.block = block;
  }
}

/** Throws BlockedError. */
export async function requireNotBlocked(db: Db, wanted: Wanted): Promise<void> {
  const block = await selectBlock(db, wanted);
  if (block) throw new BlockedError(block);
}
