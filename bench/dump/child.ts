/** The readings of the dump benchmark in a process of their own, so that their memory is their own. */
import type { DumpFile } from '@vesper/contract';
import type pg from 'pg';
import { runDump } from '../../packages/server/src/intake/dumps/index.ts';
import { beginUndoing } from '../../packages/server/src/intake/dumps/queries.ts';
import { undoDeletions } from '../../packages/server/src/intake/dumps/runs.ts';
import { createManners } from '../../packages/server/src/intake/manners/index.ts';
import { createDb, createPool, type Db } from '../../packages/server/src/kernel/db/pool.ts';
import { systemClock } from '../../packages/server/src/kernel/lib/clock.ts';
import { PRODUCT_TOKEN } from '../../packages/server/src/kernel/lib/product-token.ts';
import { readConfig } from '../../packages/server/src/main/config.ts';
import { createOutboundFetch } from '../../packages/server/src/main/outbound.ts';
import { makingWay } from '../../packages/server/src/pipeline/make-way.ts';
import { dropStaleTranslations } from '../../packages/server/src/words/translations/index.ts';
import { peakMb } from '../process-stat.ts';
import { processorTime } from './processor-time.ts';

export interface ChildTask {
  connection: pg.ClientConfig;
  hostAndPort: string;
  sourceId: string;
  /** What is read, or whose last reading is undone. */
  file: DumpFile;
  isUndone?: boolean;
}

export interface ChildReport {
  ms: number;
  /** Of processors: of the reading process, and of the database for it. */
  ownMs: number;
  databaseMs: number;
  /** The most memory the process ever had. */
  peakMb: number;
  state: string;
  error: string | null;
  hidden: number;
  shown: number;
  /** How many lines met which decision. */
  counts: Record<string, number>;
}

process.once('message', async (task: ChildTask) => {
  const startedAt = performance.now();
  const read = await readOnce(task);
  const report: ChildReport = { ms: performance.now() - startedAt, peakMb: peakMb(), ...read };
  process.send?.(report, () => process.disconnect());
});

async function readOnce({ connection, hostAndPort, sourceId, file, isUndone }: ChildTask) {
  const pool = createPool({
    connection,
    maxConnections: 4,
    applicationName: 'bench-dump',
    onIdleError: () => {},
  });
  const db = createDb(pool);
  const name = connection.database ?? '';
  const settings = {
    ...{ LOG_LEVEL: 'silent', OUTBOUND_ALLOW: hostAndPort },
    EMBED_PROVIDERS: 'Charts=https://player.test/embed/{id} charts.watch=https://charts.test/watch/{id}',
  };
  const { embedProviders: embeds, dumpMaxBytes: maxBytes, ...config } = readConfig(settings, process.cwd());
  const fetch = createOutboundFetch(
    { ...config, embedProviders: embeds, dumpMaxBytes: maxBytes },
    'VesperBot/bench',
  );
  const manners = createManners({ db, fetch, productToken: PRODUCT_TOKEN });
  try {
    const signal = AbortSignal.timeout(3_600_000);
    if (isUndone) return { ...(await undoLast(db, sourceId, signal)), ...processorTime(name) };
    const run = db.insertInto('dump_runs').values({ source_id: sourceId, file }).returning('id');
    const { id: runId } = await run.executeTakeFirstOrThrow();
    await runDump(
      {
        db,
        manners,
        clock: systemClock,
        embeds,
        maxBytes,
        makeWay: makingWay(async () => {}),
        afterRewording: dropStaleTranslations,
      },
      runId,
      signal,
    );
    return { ...(await resultOf(db, runId)), ...processorTime(name) };
  } finally {
    await fetch.close();
    await db.destroy();
  }
}

async function undoLast(db: Db, sourceId: string, signal: AbortSignal) {
  const runs = db.selectFrom('dump_runs').select('id').where('source_id', '=', sourceId);
  const { id } = await runs
    .where('file', '=', 'deletions')
    .orderBy('started_at', 'desc')
    .executeTakeFirstOrThrow();
  await beginUndoing(db, id);
  await undoDeletions(db, id, signal);
  return resultOf(db, id);
}

async function resultOf(db: Db, runId: string) {
  const run = await db.selectFrom('dump_runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  const decided = run.decided as Record<string, number>;
  const seen = run.seen as Record<string, number>;
  const counts = Object.fromEntries(
    Object.keys(decided).map((name) => [name, (decided[name] ?? 0) + (seen[name] ?? 0)]),
  );
  const { state, error, hidden, shown } = run;
  return { state, error, hidden, shown, counts };
}
