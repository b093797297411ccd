import type { Migration } from '@vesper/core/db/migrate.ts';
import pg from 'pg';
import type { Read, Release } from './releases.ts';

export interface Answered {
  reads: number;
  slowestMs: number;
  faults: string[];
}

/** The tables and indexes that these queries read, also inside functions. */
export async function readRelations(
  connection: pg.ClientConfig,
  reads: readonly Read[],
): Promise<Set<string>> {
  return withClient(connection, async (client) => {
    await client.query('begin read only');
    for (const { text, values } of reads) await client.query(text, values);
    const { rows } = await client.query<{ name: string }>(
      `select distinct relname as name from pg_locks join pg_class c on c.oid = relation
       where pid = pg_backend_pid() and relnamespace = 'public'::regnamespace`,
    );
    await client.query('rollback');
    return new Set(rows.map(({ name }) => name));
  });
}

interface Programs {
  from: Release;
  releases: readonly Release[];
  /** Migrations applied meanwhile, in order. */
  later: readonly Migration[];
}

/** Repeats the queries of the release that the next migration must work with. */
export function askAsVisitors(
  connection: pg.ClientConfig,
  { from, releases, later }: Programs,
): { round(): Promise<void>; stop(): Promise<Answered> } {
  const answered: Answered = { reads: 0, slowestMs: 0, faults: [] };
  let isStopping = false;
  let onRound: (() => void)[] = [];

  async function running(client: pg.Client): Promise<Release> {
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const next = later.find(({ name }) => !applied.has(name)) ?? later.at(-1);
    return releases.find(({ version }) => version === next?.worksWith) ?? from;
  }

  async function ask(client: pg.Client, release: Release, read: Read): Promise<void> {
    const startedAt = performance.now();
    try {
      await client.query(read.text, read.values);
    } catch (error) {
      // The next release's program may have taken over.
      if ((await running(client)) !== release) return;
      answered.faults.push(
        `What ${release.version} asks for visitors fails: ${(error as Error).message} (${read.text.slice(0, 200)})`,
      );
      isStopping = true;
    }
    answered.reads += 1;
    answered.slowestMs = Math.max(answered.slowestMs, performance.now() - startedAt);
  }

  const asking = withClient(connection, async (client) => {
    while (!isStopping) {
      const waiting = onRound;
      onRound = [];
      const release = await running(client);
      for (const read of release.reads) if (!isStopping) await ask(client, release, read);
      for (const tell of waiting) tell();
    }
    for (const tell of onRound) tell();
  });
  return {
    /** Resolves once all queries have run again. */
    round: () => Promise.race([new Promise<void>((resolve) => void onRound.push(resolve)), asking]),
    async stop() {
      isStopping = true;
      await asking;
      return answered;
    },
  };
}

async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' });
  await client.connect();
  return use(client).finally(() => client.end());
}
