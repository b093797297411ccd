import type { HiddenReason } from '@vesper/contract';
import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { type Actor, requireConfirmed } from '@vesper/core/http/mount.ts';
import { countHidden, countPublic } from '../lists/count-queries.ts';

/** Hiding more, in number and in share of all public videos, requires the password. */
const FEW = 20;
const FEW_OF_ALL = 0.01;

export interface ToHide {
  n: number;
  /** If `n` is not exact. */
  roughly?: 'about' | 'at least' | undefined;
}

interface Hiding extends ToHide {
  actor: Actor;
  /** Undefined for removing. */
  reason?: HiddenReason;
  /** Counts what earlier changes will still hide for this reason. */
  countWaiting?: () => Promise<number>;
}

/** Throws password_required, for tokens forbidden. Counts what a token's videos hide already, against small steps. */
export async function requireMayHide(
  tx: Db,
  { actor, reason, n, roughly, countWaiting = async () => 0 }: Hiding,
): Promise<void> {
  if (n === 0) return;
  const most = Math.max(FEW, Math.floor((await countPublic(tx)) * FEW_OF_ALL));
  let all = n;
  if (actor.tokenId !== undefined) {
    // Serialised: each change of a token sees what the one before hides.
    await takeLock(tx, 'tokenHiding');
    all += (await countWaiting()) + (reason ? await countHidden(tx, reason, most) : 0);
  }
  if (all <= most) return;
  const number = [roughly, n.toLocaleString('en')].filter(Boolean).join(' ');
  requireConfirmed(actor, `This would hide ${number} public ${n === 1 ? 'video' : 'videos'}.`);
}
