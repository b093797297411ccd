import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { errorMessage } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { networkOf } from '../../kernel/lib/network-address.ts';
import { createNetworkLimit } from '../../kernel/lib/network-limit.ts';
import { createRarely } from '../../kernel/lib/rarely.ts';
import { deleteOldMarks, markView, obtainSalt } from './queries.ts';

interface Visitor {
  address: string;
  userAgent: string;
}

export interface ViewDeps {
  db: Db;
  clock: Clock;
  log: Log;
}

/** What is counted: videos, or keyword pages. */
export interface ViewedThings {
  /** Keeps the marks of one kind apart from those of others. */
  kind: string;
  /** A query that has a row while the thing of that id is public. */
  publicThing: (id: string) => RawBuilder<unknown>;
  /** Adds gathered views to the things' own counts. */
  add: (db: Db, views: ReadonlyMap<string, number>) => Promise<void>;
}

const FLUSH_MS = 2000;
/** Of one network, whatever browsers it names, so many views of a thing count in an hour. */
const MOST_A_NETWORK = 30;

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts views: one visitor once an hour a thing, robots never. A visitor is known only as a keyed hash under
 * a salt that is thrown away with the day. Counts are gathered here and written every two seconds in one
 * statement; a crash loses those seconds at the most.
 */
export function createViewCounter({ db, clock, log }: ViewDeps, things: ViewedThings) {
  let gathered = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const rarely = createRarely();
  const saltOf = dailySalt(db);
  const networks = createNetworkLimit(MOST_A_NETWORK);

  /** Whether there is such a public thing, and whether the view counts. */
  async function register(id: string, visitor: Visitor): Promise<{ found: boolean; counted: boolean }> {
    const now = clock.now();
    const mark = viewMark(await saltOf(now), visitor, `${things.kind} ${id}`);
    // Too many are treated like robots: a made-up browser's name must not make a new visitor each time. The place
    // is taken before the database is asked, so that many requests at once cannot have the same one.
    const robot = isRobot(visitor.userAgent) || !networks.take(visitor.address, id);
    let counted = false;
    try {
      const marked = await markView(db, { publicThing: things.publicThing(id), mark, now, robot });
      counted = marked.counted;
      if (counted) gathered.set(id, (gathered.get(id) ?? 0) + 1);
      return marked;
    } finally {
      if (!robot && !counted) networks.giveBack(visitor.address, id);
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(async () => {
      if (gathered.size === 0) return;
      const batch = gathered;
      gathered = new Map();
      try {
        await things.add(db, batch);
      } catch (error) {
        for (const [id, n] of batch) gathered.set(id, (gathered.get(id) ?? 0) + n);
        if (rarely(errorMessage(error)))
          log.error({ err: error }, 'Views could not be written; they are kept for the next try.');
      }
    });
    return flushing;
  }

  return {
    register,
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

/** HMAC-SHA-256 under the day's salt over the shortened address, the browser's name and what was seen. */
function viewMark(salt: Buffer, visitor: Visitor, thing: string): Buffer {
  return createHmac('sha256', salt)
    .update(JSON.stringify([networkOf(visitor.address), visitor.userAgent, thing]))
    .digest();
}

function isRobot(userAgent: string): boolean {
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
