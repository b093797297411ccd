import { readPaths } from '@vesper/contract';
import { type ListenTiming, listen } from '@vesper/core/db/listen.ts';
import type { DB } from '@vesper/core/db/schema.ts';
import type { Feature, Table } from '@vesper/core/feature.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type pg from 'pg';

const CHANGES_CHANNEL = 'vesper_changes';
const TELL_EVERY_MS = 1000;
const GATHER_MS = 40;

interface Subscriber {
  changed(paths: readonly string[]): void;
  lost(): void;
}

export interface ChangeFeed {
  /** Calls back when a table changes, and on connect and disconnect: changes may have been missed. */
  watch(tables: readonly (keyof DB)[], onChange: () => void): void;
  /** Undefined without a connection to the database: clients must poll. */
  subscribe(subscriber: Subscriber): (() => void) | undefined;
  stop(): Promise<void>;
}

interface FeedOptions {
  /** Paths of the calls that show a table. */
  pathsOfTables: ReadonlyMap<string, readonly string[]>;
  connection: pg.PoolConfig;
  pool: pg.Pool;
  log: Log;
  timing?: Partial<ListenTiming>;
}

/** Database changes as paths of calls, over one connection for all subscribers. */
export function createChangeFeed({
  pathsOfTables,
  connection,
  pool,
  log,
  timing = {},
}: FeedOptions): ChangeFeed {
  const subscribers = new Set<Subscriber>();
  const watches: { tables: readonly string[]; onChange: () => void }[] = [];
  let isReached = false;
  const gather = gathering((paths) => {
    for (const subscriber of subscribers) subscriber.changed(paths);
  });
  const listening = listen({
    ...{ connection, pool, log, timing },
    channel: CHANGES_CHANNEL,
    onMessage(table) {
      for (const { tables, onChange } of watches) if (tables.includes(table)) onChange();
      gather.add(pathsOfTables.get(table) ?? []);
    },
    onReach(value) {
      if (value !== isReached) for (const { onChange } of watches) onChange();
      isReached = value;
      if (isReached) return;
      for (const subscriber of subscribers) subscriber.lost();
      subscribers.clear();
    },
  });
  return {
    watch: (tables, onChange) => void watches.push({ tables, onChange }),
    subscribe(subscriber) {
      if (!isReached) return undefined;
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    async stop() {
      gather.stop();
      await listening.stop();
    },
  };
}

/** At most once a second. */
function gathering(tell: (paths: string[]) => void) {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  function flush(): void {
    timer = undefined;
    toldAt = performance.now();
    const all = [...paths];
    paths.clear();
    tell(all);
  }
  return {
    add(more: readonly string[]): void {
      for (const path of more) paths.add(path);
      if (paths.size === 0) return;
      timer ??= setTimeout(flush, Math.max(GATHER_MS, toldAt + TELL_EVERY_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** The paths of calls that are stale after a change of a table. */
export function pathsOfTables(features: readonly Feature[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const add = (name: string, calls: Table['shownBy']) =>
    calls && paths.set(name, [...(paths.get(name) ?? []), ...readPaths(calls)]);
  for (const { tables = {}, shows = {} } of features) {
    for (const [name, { shownBy }] of Object.entries(tables)) add(name, shownBy);
    for (const [name, calls] of Object.entries(shows)) add(name, calls);
  }
  return paths;
}
