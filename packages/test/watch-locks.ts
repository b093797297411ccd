import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const EVERY_MS = 20;

/** Modes that block readers or writers. */
const BLOCKS: Readonly<Record<string, 'read' | 'write'>> = {
  AccessExclusiveLock: 'read',
  ExclusiveLock: 'write',
  ShareRowExclusiveLock: 'write',
  ShareLock: 'write',
};

export interface Lock {
  /** A table or an index. */
  table: string;
  mode: string;
  blocks: 'read' | 'write';
  /** Time held or awaited, which blocks others too. */
  ms: number;
}

/** Polls which of these relations `watched` locks, until stopped. */
export async function watchLocks(
  watched: pg.Client,
  connection: pg.ClientConfig,
  relations: ReadonlySet<string>,
): Promise<{ stop(): Promise<Lock[]> }> {
  const { rows } = await watched.query<{ pid: number }>('select pg_backend_pid() as pid');
  const client = new pg.Client(connection);
  await client.connect();
  const held = new Map<string, { lock: Lock; since: Date; isOver: boolean }[]>();
  let isStopping = false;

  async function look(): Promise<void> {
    const { rows: seen } = await client.query<{ table: string; mode: string; at: Date }>(LOOK, [
      rows[0]?.pid,
      Object.keys(BLOCKS),
      [...relations],
    ]);
    const keys = new Set(seen.map(({ table, mode }) => `${table} ${mode}`));
    for (const [key, spans] of held) if (!keys.has(key)) for (const span of spans) span.isOver = true;
    for (const { table, mode, at } of seen) {
      const spans = held.get(`${table} ${mode}`) ?? [];
      held.set(`${table} ${mode}`, spans);
      const last = spans.at(-1);
      if (last && !last.isOver) last.lock.ms = at.getTime() - last.since.getTime();
      else {
        const lock = { table, mode, blocks: BLOCKS[mode] ?? 'read', ms: 0 };
        spans.push({ lock, since: at, isOver: false });
      }
    }
  }

  const watching = (async () => {
    while (!isStopping) {
      await look();
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopping = true;
      await watching.finally(() => client.end());
      const locks = [...held.values()].flat().map(({ lock }) => lock);
      return locks.toSorted((a, b) => b.ms - a.ms);
    },
  };
}

const LOOK = `
  select relname as table, mode, clock_timestamp() as at
  from pg_locks join pg_class c on c.oid = relation
  where pid = $1 and locktype = 'relation' and mode = any ($2) and relname = any ($3)
    and database = (select oid from pg_database where datname = current_database())
  group by 1, 2`;
