import type { Decision } from '@vesper/contract';
import type pg from 'pg';
import { admitAll } from '../../packages/server/src/intake/crawler/admit-all.ts';
import { startCrawl } from '../../packages/server/src/intake/crawler/index.ts';
import { createManners } from '../../packages/server/src/intake/manners/index.ts';
import { readSource } from '../../packages/server/src/intake/readers/index.ts';
import { createDb, createPool, type Db } from '../../packages/server/src/kernel/db/pool.ts';
import { systemClock } from '../../packages/server/src/kernel/lib/clock.ts';
import { silentLog } from '../../packages/server/src/kernel/lib/log.ts';
import { PRODUCT_TOKEN } from '../../packages/server/src/kernel/lib/product-token.ts';
import { composeQueue } from '../../packages/server/src/main/compose-queue.ts';
import { readConfig } from '../../packages/server/src/main/config.ts';
import { createOutboundFetch } from '../../packages/server/src/main/outbound.ts';
import { makeSource } from '../../packages/server/src/test/factories.ts';

/** What a run takes in a day by default (specification, section 9). */
const TARGET = 50;

/** Crawls the site as the worker does, from the index to the ledger, without pauses between requests. */
export async function runCrawl(
  connection: pg.ClientConfig,
  { indexUrl, hostAndPort }: { indexUrl: string; hostAndPort: string },
): Promise<Record<Decision, number>> {
  const pool = createPool({
    connection,
    maxConnections: 4,
    applicationName: 'bench-crawl',
    onIdleError: () => {},
  });
  const db = createDb(pool);
  const { boss, queue } = await composeQueue(connection, silentLog);
  const config = readConfig({ LOG_LEVEL: 'silent', OUTBOUND_ALLOW: hostAndPort }, process.cwd());
  const fetch = createOutboundFetch(config, 'VesperBot/bench');
  const manners = createManners({ db, fetch, productToken: PRODUCT_TOKEN });
  try {
    const sourceId = await makeSource(db, { name: 'Sitemaps', url: indexUrl, dailyQuota: TARGET });
    const run = await startCrawl({ db, queue }, TARGET);
    const readable = { kind: 'sitemap', baseUrl: indexUrl };
    const entries = readSource(readable, {
      fetch: manners.fetchFor(sourceId),
      signal: AbortSignal.timeout(600_000),
    });
    const onProblem = ({ message }: { message: string }) => {
      throw new Error(message);
    };
    const candidates = { sourceId, runId: run.id, room: TARGET, onProblem };
    await admitAll({ db, clock: systemClock }, candidates, entries);
    return await countsOf(db, run.id);
  } finally {
    await fetch.close();
    await boss.stop({ graceful: false });
    await db.destroy();
  }
}

async function countsOf(db: Db, runId: string): Promise<Record<Decision, number>> {
  const rows = await db.selectFrom('crawler_run_counts').selectAll().where('run_id', '=', runId).execute();
  return Object.fromEntries(rows.map((row) => [row.decision, row.decided + row.seen])) as Record<
    Decision,
    number
  >;
}
