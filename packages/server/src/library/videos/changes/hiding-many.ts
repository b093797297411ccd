import { takeLock } from '../../../kernel/db/locks.ts';
import type { Db } from '../../../kernel/db/pool.ts';
import { type Actor, requireConfirmed } from '../../../kernel/http/mount.ts';
import { countHidden, countPublic } from '../lists/count-queries.ts';
import type { HiddenReason } from './lifecycle-queries.ts';

/** Hiding more public videos than this, and than this share of all, takes the password. */
const FEW = 20;
const FEW_OF_ALL = 0.01;

/** How many public videos a change would hide. */
export interface ToHide {
  n: number;
  /** Of a number that is not exact. */
  roughly?: 'about' | 'at least' | undefined;
}

interface Hiding extends ToHide {
  actor: Actor;
  /** Undefined for removing, which leaves none hidden. */
  reason?: HiddenReason;
  /** Counts what earlier changes are about to hide for the same reason. */
  countWaiting?: () => Promise<number>;
}

/**
 * Throws password_required if a change would hide many public videos, and forbidden for a token. For a token, what is
 * hidden for the same reason already counts as well: otherwise it hides everything in small steps.
 */
export async function requireMayHide(
  tx: Db,
  { actor, reason, n, roughly, countWaiting = async () => 0 }: Hiding,
): Promise<void> {
  if (n === 0) return;
  const most = Math.max(FEW, Math.floor((await countPublic(tx)) * FEW_OF_ALL));
  let all = n;
  if (actor.scopes) {
    // One token's change at a time: each sees what the one before hides.
    await takeLock(tx, 'tokenHiding');
    all += (await countWaiting()) + (reason ? await countHidden(tx, reason, most) : 0);
  }
  if (all <= most) return;
  const number = [roughly, n.toLocaleString('en')].filter(Boolean).join(' ');
  requireConfirmed(actor, `This would hide ${number} public ${n === 1 ? 'video' : 'videos'}.`);
}
