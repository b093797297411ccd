import type { Db } from '../../kernel/db/pool.ts';
import { countAgainstQuota } from '../downloads/index.ts';
import type { Shares } from './sitemap/shares.ts';

/** What keeps a run from trying further addresses of a source. */
export type Bound = 'share' | 'quota' | 'tries';

export interface Room {
  /** How many addresses may be queued now. */
  room: number;
  /** The narrowest bound. */
  bound: Bound;
  /** Downloads of the source, in this run, that may still make room. */
  open: number;
}

export interface RoomLimits {
  sourceId: string;
  shares: Shares;
  dailyQuota: number;
  /** Midnight. */
  since: Date;
  /** How many addresses of the source the run may try. */
  tries: number;
}

/** What is under way counts as if it were brought, until it fails. */
export async function roomOf(db: Db, limits: RoomLimits): Promise<Room> {
  const { sourceId, shares, dailyQuota, since, tries } = limits;
  const { brought, open, tried, share } = await shares.of(sourceId);
  const isMore = tries > tried;
  const room = isMore ? share - brought - open : 0;
  if (room <= 0) return { room: 0, bound: isMore ? 'share' : 'tries', open };
  const left = dailyQuota - (await countAgainstQuota(db, sourceId, since));
  return {
    room: Math.max(0, Math.min(room, tries - tried, left)),
    bound: left > 0 ? 'share' : 'quota',
    open,
  };
}
