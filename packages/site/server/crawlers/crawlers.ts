import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { widerNetworkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { createRangeCheck, type NameCheck } from '@vesper/core/lib/outbound/reverse-dns.ts';
import { LRUCache } from 'lru-cache';
import { claimedEngine, type Engine, type EngineNetworks } from './engines.ts';
import { addVisits, type VisitCount } from './queries.ts';

export interface CrawlerDeps {
  db: Db;
  clock: Clock;
  log: Log;
  names: NameCheck;
  networks: EngineNetworks;
}

interface Visitor {
  address: string;
  userAgent: string;
}

export type Crawlers = ReturnType<typeof createCrawlers>;

/** A refused crawler may be verified after a DNS change. */
const VERIFIED_MS = 24 * 3600 * 1000;
const REFUSED_MS = 3600 * 1000;
const UNANSWERED_MS = 60 * 1000;
const MOST_KNOWN = 5000;
/** Anyone can claim to be a crawler: beyond this limit, new ones stay unverified. */
const MOST_LOOKUPS = 16;
/** Leaves room for media requests. */
const MOST_LOOKUPS_FOR_PAGES = MOST_LOOKUPS / 2;
const MOST_WAITING = 16;
const WRITE_AFTER_MS = 5000;

/**
 * Verifies search engines' crawlers by user agent and address. One lookup at a time per network: a claimant may
 * have slow name servers.
 */
export function createCrawlers({ db, clock, log, names, networks }: CrawlerDeps) {
  const inNetworks = new Map([...networks].map(([name, ranges]) => [name, createRangeCheck(ranges)]));
  const hold = (ttl: number) =>
    new LRUCache<string, true>({
      ...{ max: MOST_KNOWN, ttl, ttlResolution: 0 },
      perf: { now: () => clock.now().getTime() },
    });
  // Kept apart: anyone can cause refusals, which must not evict verified crawlers.
  const verified = hold(VERIFIED_MS);
  const refused = hold(REFUSED_MS);
  const unanswered = hold(UNANSWERED_MS);
  const lookups = new Map<string, { ended: Promise<void>; waiting: number }>();
  const visits = createVisitCounts(db, log);

  async function lookUp({ domains }: Engine, address: string, key: string, network: string): Promise<void> {
    try {
      const name = await names.confirmedName(address, domains);
      (name === undefined ? refused : verified).set(key, true);
    } catch {
      unanswered.set(network, true);
    } finally {
      lookups.delete(network);
    }
  }

  async function isCrawler(engine: Engine, address: string, mostLookups: number): Promise<boolean> {
    if (inNetworks.get(engine.name)?.(address)) return true;
    if (engine.domains.length === 0) return false;
    const key = `${engine.name} ${address}`;
    const network = widerNetworkOf(address);
    for (;;) {
      if (verified.get(key)) return true;
      if (refused.get(key) || unanswered.get(network)) return false;
      const running = lookups.get(network);
      if (running) {
        if (running.waiting >= MOST_WAITING) return false;
        running.waiting += 1;
        await running.ended;
      } else {
        if (lookups.size >= mostLookups) return false;
        const ended = lookUp(engine, address, key, network);
        lookups.set(network, { ended, waiting: 0 });
        await ended;
      }
    }
  }

  async function verify(
    { address, userAgent }: Visitor,
    mostLookups = MOST_LOOKUPS,
  ): Promise<string | undefined> {
    const engine = claimedEngine(userAgent);
    return engine && (await isCrawler(engine, address, mostLookups)) ? engine.name : undefined;
  }

  return {
    verify: (visitor: Visitor) => verify(visitor),
    /** False for an unknown address while many are looked up. */
    verifyForPage: async (visitor: Visitor) => (await verify(visitor, MOST_LOOKUPS_FOR_PAGES)) !== undefined,
    /** Never fails. */
    async note(visitor: Visitor): Promise<void> {
      const engine = await verify(visitor, MOST_LOOKUPS_FOR_PAGES);
      if (engine) visits.add(engine, clock.now());
    },
    stop: visits.stop,
  };
}

/** Writes visits in batches. */
function createVisitCounts(db: Db, log: Log) {
  let gathered = new Map<string, VisitCount>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counts = [...gathered.values()];
    gathered = new Map();
    if (counts.length === 0) return;
    await addVisits(db, counts).catch((error: unknown) =>
      log.warn({ err: error }, 'Visits of search engines could not be stored.'),
    );
  }

  return {
    add(engine: string, at: Date): void {
      const day = at.toISOString().slice(0, 10);
      const key = `${engine} ${day}`;
      gathered.set(key, { engine, day, visits: (gathered.get(key)?.visits ?? 0) + 1, lastAt: at });
      timer ??= setTimeout(() => void write(), WRITE_AFTER_MS).unref();
    },
    stop: write,
  };
}
