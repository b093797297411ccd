import type { Db } from '../../kernel/db/pool.ts';
import { countAgainstQuota, countDownloadsOfRun } from '../downloads/index.ts';

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
  runId: string;
  sourceId: string;
  /** How many videos of the source the run may bring in all. */
  share: number;
  dailyQuota: number;
  /** Midnight. */
  since: Date;
  /** How many addresses of the source the run may try. */
  tries: number;
}

/** What is under way counts as if it were brought, until it fails. */
export async function roomOf(db: Db, limits: RoomLimits): Promise<Room> {
  const { runId, sourceId, share, dailyQuota, since, tries } = limits;
  const { brought, open, tried } = await countDownloadsOfRun(db, runId, sourceId);
  const bounds: [Bound, number][] = [
    ['tries', tries - tried],
    ['quota', dailyQuota - (await countAgainstQuota(db, sourceId, since))],
    ['share', share - brought - open],
  ];
  const [bound, room] = bounds.reduce((least, one) => (one[1] < least[1] ? one : least));
  return { room: Math.max(0, room), bound, open };
}
