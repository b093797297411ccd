import { hash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import { createBatchLoader } from '@vesper/core/lib/batch-loader.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { networkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { createNetworkLimit } from '@vesper/core/lib/outbound/network-limit.ts';
import { isbot } from 'isbot';
import type { RawBuilder } from 'kysely';
import {
  deleteOldMarks,
  foldPairs,
  type MarkedVisit,
  markPairs,
  markViews,
  noteBatch,
  obtainSalt,
  type PairVisit,
  type Visit,
} from './queries.ts';

interface Visitor {
  address: string;
  userAgent: string;
}

export interface ViewDeps {
  db: Db;
  clock: Clock;
  counts: Counts;
  log: Log;
}

/** Videos, or keyword pages. */
export interface ViewedThings {
  /** Separates the kinds' marks. */
  kind: string;
  /** Has a row while the id is public. */
  publicThing: (id: RawBuilder<string>) => RawBuilder<unknown>;
  /** Adds views in a transaction; returns ids that were locked. */
  add: (tx: Db, views: ReadonlyMap<string, number>) => Promise<readonly string[]>;
}

const FLUSH_MS = 2000;
/** How long a stop retries, and the pause between retries. */
const STOP_MS = 5000;
const RETRY_MS = 250;
/** Per statement. */
const BATCH = 500;
/** Per hour, whatever browsers the network claims. */
const MOST_A_NETWORK = 30;

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts each visitor once an hour, never robots. A visitor is known only by a keyed hash whose salt is deleted with the
 * day. Counts are buffered and written every two seconds: a crash loses two seconds at most.
 */
export function createViewCounter({ db, clock, counts, log }: ViewDeps, things: ViewedThings) {
  let gathered = new Map<string, number>();
  /** The batch being written: unchanged, under its number, until known to be written. */
  let batch: { number: number; views: ReadonlyMap<string, number> } | undefined;
  let batches = 0;
  const writer = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let isFlushing = false;
  const faults = faultsOf(log);
  const name = `${things.kind} views`;
  const saltOf = dailySalt(db);
  const shareOf = (address: string, id: string) => [name, `${networkOf(address)} ${id}`] as const;
  const marks = createBatchLoader(markAll, BATCH);
  const pairs = createPairs({ db, counts, log });

  /** `after` is the tab's previous thing. */
  async function register(id: string, visitor: Visitor, after?: string): Promise<MarkedVisit> {
    const now = clock.now();
    const salt = await saltOf(now);
    const markOf = (thing: string) => viewMark(salt, visitor, `${things.kind} ${thing}`);
    const key = markOf(id);
    const marked = await marks.load({
      id,
      mark: key,
      robot: isRobot(visitor.userAgent),
      address: visitor.address,
    });
    if (!marked.counted) return marked;
    gathered.set(id, (gathered.get(id) ?? 0) + 1);
    if (after !== undefined && after !== id) {
      const [first = '', second = ''] = [id, after].sort();
      const pair = {
        day: now.toISOString().slice(0, 10),
        first,
        second,
        mark: pairMark(salt, visitor, [first, second]),
      };
      await pairs.note({ ...pair, seenMark: markOf(after) }, visitor.address);
    }
    return marked;
  }

  async function markAll(visits: readonly (Visit & { address: string })[]): Promise<MarkedVisit[]> {
    // Beyond the limit, views count as a robot's: browsers are easily faked. Taken before the query, against races.
    const taken = await Promise.all(
      visits.map(({ robot, address, id }) => !robot && counts.take(...shareOf(address, id), MOST_A_NETWORK)),
    );
    let marked: MarkedVisit[] = [];
    try {
      const judged = visits.map((visit, nth) => ({ ...visit, robot: !taken[nth] }));
      marked = await markViews(db, things.publicThing, judged, clock.now());
      return marked;
    } finally {
      for (const [nth, { address, id }] of visits.entries())
        if (taken[nth] && !marked[nth]?.counted) counts.giveBack(...shareOf(address, id));
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(async () => {
      isFlushing = true;
      await pairs.flush();
      try {
        await writeBatch();
        faults.end(name);
      } catch (error) {
        const sentence = 'Views cannot be written. They are kept and retried.';
        faults.begin(name, { sentence, fields: { err: error } });
      }
      isFlushing = false;
    });
    return flushing;
  }

  async function writeBatch(): Promise<void> {
    if (!batch && gathered.size > 0) {
      batches += 1;
      batch = { number: batches, views: gathered };
      gathered = new Map();
    }
    if (!batch) return;
    const { number, views } = batch;
    const left = await db
      .transaction()
      .execute(async (tx) =>
        (await noteBatch(tx, { writer, number }, clock.now())) ? things.add(tx, views) : [],
      );
    batch = undefined;
    for (const id of left) gathered.set(id, (gathered.get(id) ?? 0) + (views.get(id) ?? 0));
  }

  return {
    register,
    start(): void {
      timer = setInterval(() => {
        // Prevents a pile-up while the database does not answer.
        if (!isFlushing) void flush();
      }, FLUSH_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      const until = performance.now() + STOP_MS;
      const writeAll = async () => {
        await flush();
        while ((batch || gathered.size > 0) && performance.now() < until) {
          await pause(RETRY_MS);
          await flush();
        }
      };
      // An unresponsive database must not delay the stop.
      await Promise.race([writeAll(), pause(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Folds past pairs, and deletes old marks, salts and batches. */
export async function forgetVisitors(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await foldPairs(tx, now);
    await deleteOldMarks(tx, now);
  });
}

/** Cheaper than HMAC. Length extension is no risk: the salt has a fixed length, and marks are never shown. */
function viewMark(salt: string, visitor: Visitor, thing: string): Buffer {
  return hash(
    'sha256',
    salt + JSON.stringify([networkOf(visitor.address), visitor.userAgent, thing]),
    'buffer',
  );
}

/** Without the browser: a network counts once per pair. Half of a hash is enough. */
function pairMark(salt: string, { address }: Visitor, pair: readonly [string, string]): Buffer {
  return hash('sha256', salt + JSON.stringify([networkOf(address), ...pair]), 'buffer').subarray(0, 16);
}

export function isRobot(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent);
}

/** Deleted with the day. */
export function dailySalt(db: Db): (now: Date) => Promise<string> {
  let known: { day: string; salt: string } | undefined;
  return async (now) => {
    const day = now.toISOString().slice(0, 10);
    if (known?.day !== day)
      known = { day, salt: (await obtainSalt(db, day, randomBytes(32))).toString('base64url') };
    return known.salt;
  };
}

/** Per hour. */
const MOST_PAIRS_A_NETWORK = 120;
/** Between two writes; more are dropped. */
const MOST_GATHERED = 5000;

/** Buffers pairs; losing some is harmless. */
function createPairs({ db, counts, log }: { db: Db; counts: Counts; log: Log }) {
  const networks = createNetworkLimit(counts, { name: 'watched pairs', mostAnHour: MOST_PAIRS_A_NETWORK });
  const faults = faultsOf(log);
  let gathered: PairVisit[] = [];
  return {
    async note(visit: PairVisit, address: string): Promise<void> {
      if (gathered.length < MOST_GATHERED && (await networks.take(address))) gathered.push(visit);
    },
    async flush(): Promise<void> {
      if (gathered.length === 0) return;
      const batch = gathered;
      gathered = [];
      try {
        await markPairs(db, batch);
        faults.end('watched pairs');
      } catch (error) {
        const sentence = 'Watched pairs cannot be written.';
        faults.begin('watched pairs', { sentence, fields: { err: error } });
      }
    },
  };
}
