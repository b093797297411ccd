import type { Client } from '@vesper/contract';
import type pg from 'pg';
import { addAdministrator } from '../../packages/server/src/access/sessions/administrators.ts';
import type { Base } from '../../packages/server/src/main/compose.ts';
import { signInAt } from '../../packages/server/src/test/site.ts';
import { scheduledMs } from '../process-stat.ts';
import { startSite } from '../start-site.ts';

export interface MeasuredQuery {
  text: string;
  values: readonly unknown[];
  rows: number;
  ms: number;
}

export interface MeasuredSite {
  base: Base;
  /** Of an administrator who has just signed in, over HTTP. */
  client: Client;
  /** What has been asked of the database since the last time, and how long each took from question to answer. */
  taken(): MeasuredQuery[];
  /** Processor time of the database for the site so far; 0 if unknown. */
  workedMs(): number;
  close(): Promise<void>;
}

/** The site on a database that is filled already. Its administrators are removed at the end. */
export async function startMeasuredSite(connection: pg.PoolConfig): Promise<MeasuredSite> {
  let queries: MeasuredQuery[] = [];
  const backends = new Set<number>();
  const { base, url, stop } = await startSite(connection, (pool) =>
    pool.on('connect', (client) => {
      backends.add((client as pg.PoolClient & { processID: number }).processID);
      watch(client, (query) => queries.push(query));
    }),
  );
  const login = await addAdministrator(base.db, `bench-${process.pid}`, base.clock.now());
  const client = await signInAt(url, login);
  // What asks for the password is measured too.
  await base.db
    .updateTable('admin_sessions')
    .set({ confirmed_at: new Date(Date.now() + 24 * 3_600_000) })
    .where('administrator_id', '=', login.id)
    .execute();
  return {
    base,
    client,
    taken() {
      const taken = queries;
      queries = [];
      return taken;
    },
    workedMs: () => [...backends].reduce((sum, pid) => sum + scheduledMs(pid), 0),
    async close() {
      await base.db.deleteFrom('administrators').where('username', '=', login.username).execute();
      await stop();
    },
  };
}

type Answered = (error: Error | undefined, result: pg.QueryResult | undefined) => void;

/** Every query of a connection, with the way to the database and back; the driver answers by promise or by callback. */
function watch(client: pg.PoolClient, onQuery: (query: MeasuredQuery) => void): void {
  const ask = client.query.bind(client) as (...parts: unknown[]) => unknown;
  const measured = (...parts: unknown[]) => {
    const [first, second] = parts as [string | pg.QueryConfig, unknown[] | undefined];
    const startedAt = performance.now();
    const note = (result: pg.QueryResult | undefined) => {
      const { text, values } = typeof first === 'string' ? { text: first, values: second } : first;
      const ms = performance.now() - startedAt;
      onQuery({ text, values: Array.isArray(values) ? values : [], rows: result?.rowCount ?? 0, ms });
    };
    const answered = parts.at(-1);
    if (typeof answered !== 'function') return asPromise(ask(...parts), note);
    return ask(...parts.slice(0, -1), (...[error, result]: Parameters<Answered>) => {
      note(result);
      (answered as Answered)(error, result);
    });
  };
  Object.assign(client, { query: measured });
}

async function asPromise(answer: unknown, note: (result: pg.QueryResult) => void): Promise<unknown> {
  const result = (await answer) as pg.QueryResult;
  note(result);
  return result;
}
