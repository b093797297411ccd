import type { Db } from '@vesper/core/db/pool.ts';
import { countAgainstQuota, countDownloadsOfRun, type RunDownloads } from '../downloads/index.ts';

export type Shares = ReturnType<typeof createShares>;

interface SharesOptions {
  runId: string;
  target: number;
  sourceIds: readonly string[];
}

/** Cache lifetime of download counts, unless some were queued. */
const FRESH_MS = 200;
const NONE: RunDownloads = { added: 0, open: 0, tried: 0 };

/** Divides a run's target among its sources. Counts come from the database, so that a restarted run continues. */
export function createShares(db: Db, { runId, target, sourceIds }: SharesOptions) {
  const active = new Set(sourceIds);
  let counted: Promise<ReadonlyMap<string, RunDownloads>> | undefined;
  let countedAt = 0;

  function counts(): Promise<ReadonlyMap<string, RunDownloads>> {
    const now = performance.now();
    if (!counted || now - countedAt > FRESH_MS) {
      counted = countDownloadsOfRun(db, runId);
      countedAt = now;
    }
    return counted;
  }

  return {
    async of(sourceId: string): Promise<RunDownloads & { share: number }> {
      const all = await counts();
      let left = target;
      for (const [id, { added, open }] of all) if (!active.has(id)) left -= added + open;
      const nth = [...active].indexOf(sourceId);
      return { ...(all.get(sourceId) ?? NONE), share: equalShares(left, active.size)[nth] ?? 0 };
    },
    async isReached() {
      let added = 0;
      for (const one of (await counts()).values()) added += one.added;
      return added >= target;
    },
    changed() {
      counted = undefined;
    },
    /** The source is exhausted: the others get what is left of its share. */
    end(sourceId: string) {
      active.delete(sourceId);
    },
  };
}

/** 50 among 3 is 17, 17, 16: the longest waiting get the remainder. */
function equalShares(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.ceil((total - index) / count)).map((share) =>
    Math.max(0, share),
  );
}

export type Bound = 'share' | 'quota' | 'tries';

export interface Room {
  room: number;
  bound: Bound;
  /** The source's downloads in this run, which make room if they fail. */
  open: number;
}

export interface RoomLimits {
  sourceId: string;
  shares: Shares;
  dailyQuota: number;
  since: Date;
  tries: number;
}

/** Open downloads count as successful until they fail. */
export async function roomOf(db: Db, limits: RoomLimits): Promise<Room> {
  const { sourceId, shares, dailyQuota, since, tries } = limits;
  const { added, open, tried, share } = await shares.of(sourceId);
  const isMore = tries > tried;
  const room = isMore ? share - added - open : 0;
  if (room <= 0) return { room: 0, bound: isMore ? 'share' : 'tries', open };
  const left = dailyQuota - (await countAgainstQuota(db, sourceId, since));
  return {
    room: Math.max(0, Math.min(room, tries - tried, left)),
    bound: left > 0 ? 'share' : 'quota',
    open,
  };
}
