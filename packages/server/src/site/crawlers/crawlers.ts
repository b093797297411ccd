import { LRUCache } from 'lru-cache';
import type { Db } from '../../kernel/db/pool.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { createRangeCheck, type NameCheck } from '../../kernel/lib/reverse-dns.ts';
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

/** Engines keep their addresses for long; one that was refused may be verified after a change of DNS. */
const VERIFIED_MS = 24 * 3600 * 1000;
const REFUSED_MS = 3600 * 1000;
const MOST_KNOWN = 5000;
/** Anybody can claim to be a crawler, from many addresses: others are unverified until there is room. */
const MOST_LOOKUPS = 16;
const WRITE_AFTER_MS = 5000;

/**
 * Tells which visitors are crawlers of search engines: those whose user agent says so, and whose address is one of the
 * engine's. Only that claim begins a look-up.
 */
export function createCrawlers({ db, clock, log, names, networks }: CrawlerDeps) {
  const inNetworks = new Map([...networks].map(([name, ranges]) => [name, createRangeCheck(ranges)]));
  const known = new LRUCache<string, { isVerified: boolean }>({ max: MOST_KNOWN });
  const lookups = new Map<string, Promise<boolean>>();
  const visits = createVisitCounts(db, log);

  async function lookUp({ name, domains }: Engine, address: string): Promise<boolean> {
    if (inNetworks.get(name)?.(address)) return true;
    return domains.length > 0 && (await names.confirmedName(address, domains)) !== undefined;
  }

  async function isCrawler(engine: Engine, address: string): Promise<boolean> {
    const key = `${engine.name} ${address}`;
    const before = known.get(key);
    if (before) return before.isVerified;
    const waiting = lookups.get(key);
    if (waiting) return waiting;
    if (lookups.size >= MOST_LOOKUPS) return false;
    const lookup = lookUp(engine, address)
      .then((isVerified) => {
        known.set(key, { isVerified }, { ttl: isVerified ? VERIFIED_MS : REFUSED_MS });
        return isVerified;
      })
      // No answer is none: the next request asks again.
      .catch(() => false)
      .finally(() => lookups.delete(key));
    lookups.set(key, lookup);
    return lookup;
  }

  /** The engine's name, of a verified crawler only. */
  async function verify({ address, userAgent }: Visitor): Promise<string | undefined> {
    const engine = claimedEngine(userAgent);
    return engine && (await isCrawler(engine, address)) ? engine.name : undefined;
  }

  return {
    verify,
    /** Counts the visit of a verified crawler. Never fails. */
    async note(visitor: Visitor): Promise<void> {
      const engine = await verify(visitor);
      if (engine) visits.add(engine, clock.now());
    },
    stop: visits.stop,
  };
}

/** Gathers visits, and writes those of some seconds at once. */
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
      log.warn({ err: error }, 'Visits of search engines could not be written.'),
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
