import type { Db } from '../../kernel/db/pool.ts';
import { countAgainstQuota, countDownloadsOfRun, type RunDownloads } from '../downloads/index.ts';

export type Shares = ReturnType<typeof createShares>;

interface SharesOptions {
  runId: string;
  target: number;
  /** Longest waiting first. */
  sourceIds: readonly string[];
}

/** Downloads are counted again no sooner than this, unless some were queued. */
const FRESH_MS = 200;
const NONE: RunDownloads = { brought: 0, open: 0, tried: 0 };

/** Deals a run's target out among its sources. All counts are the database's, so that a restarted run goes on with them. */
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
    /** How the downloads of a source stand in the run, and how many videos it may bring in all. */
    async of(sourceId: string): Promise<RunDownloads & { share: number }> {
      const all = await counts();
      let left = target;
      for (const [id, { brought, open }] of all) if (!active.has(id)) left -= brought + open;
      const nth = [...active].indexOf(sourceId);
      return { ...(all.get(sourceId) ?? NONE), share: equalShares(left, active.size)[nth] ?? 0 };
    },
    /** Whether all of the target is brought. */
    async isBrought() {
      let brought = 0;
      for (const one of (await counts()).values()) brought += one.brought;
      return brought >= target;
    },
    /** Further downloads were queued. */
    changed() {
      counted = undefined;
    },
    /** The source has no more: the others share what it leaves. */
    end(sourceId: string) {
      active.delete(sourceId);
    },
  };
}

/** 50 among 3 is 17, 17, 16: the first, which waited longest, get the remainder. */
function equalShares(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.ceil((total - index) / count)).map((share) =>
    Math.max(0, share),
  );
}

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
