import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { networkOf } from '../../lib/network-address.ts';
import { addViews, deleteOldMarks, markView, obtainSalt } from './view-queries.ts';

export interface Visitor {
  address: string;
  userAgent: string;
}

const FLUSH_MS = 2000;
/** Of one network, whatever browsers it names, so many views of a video count in an hour. */
const MOST_A_NETWORK = 30;
const HOUR_MS = 3_600_000;

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts views: one visitor once an hour a video, robots never. A visitor is known only as a keyed hash under
 * a salt that is thrown away with the day. Counts are gathered here and written every two seconds in one
 * statement; a crash loses those seconds at the most.
 */
export function createViewCounter({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  let gathered = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const saltOf = dailySalt(db);
  const networks = new LRUCache<string, number>({ max: 100_000, ttl: HOUR_MS, noUpdateTTL: true });

  /** True if the view counts. Throws not_found unless the video is publicly visible. */
  async function register(videoId: string, visitor: Visitor): Promise<boolean> {
    const now = clock.now();
    const mark = viewMark(await saltOf(now), visitor, videoId);
    const network = `${networkOf(visitor.address)} ${videoId}`;
    const already = networks.get(network) ?? 0;
    // Too many are treated like robots: a made-up browser's name must not make a new visitor each time.
    const robot = isRobot(visitor.userAgent) || already >= MOST_A_NETWORK;
    const { found, counted } = await markView(db, { videoId, mark, now, robot });
    if (!found) throw new AppError('not_found', "The video you're looking for doesn't exist.");
    if (counted) networks.set(network, already + 1);
    if (counted) gathered.set(videoId, (gathered.get(videoId) ?? 0) + 1);
    return counted;
  }

  function flush(): Promise<void> {
    flushing = flushing.then(async () => {
      if (gathered.size === 0) return;
      const batch = gathered;
      gathered = new Map();
      try {
        await addViews(db, batch);
      } catch (error) {
        for (const [id, n] of batch) gathered.set(id, (gathered.get(id) ?? 0) + n);
        log.error({ err: error }, 'Views could not be written; they are kept for the next try.');
      }
    });
    return flushing;
  }

  return {
    register,
    flush,
    start(): void {
      timer = setInterval(() => void flush(), FLUSH_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Forgets marks that no longer matter and the salts of past days. */
export async function forgetVisitors(db: Db, now: Date): Promise<void> {
  await deleteOldMarks(db, now);
}

/** HMAC-SHA-256 under the day's salt over the shortened address, the browser's name and the video. */
export function viewMark(salt: Buffer, visitor: Visitor, videoId: string): Buffer {
  return createHmac('sha256', salt)
    .update(JSON.stringify([networkOf(visitor.address), visitor.userAgent, videoId]))
    .digest();
}

export function isRobot(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent);
}

function dailySalt(db: Db): (now: Date) => Promise<Buffer> {
  let known: { day: string; salt: Buffer } | undefined;
  return async (now) => {
    const day = now.toISOString().slice(0, 10);
    if (known?.day !== day) known = { day, salt: await obtainSalt(db, day, randomBytes(32)) };
    return known.salt;
  };
}
