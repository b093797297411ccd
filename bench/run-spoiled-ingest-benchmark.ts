/**
 * script/bench ingest --spoiled [--files 2222]: how long a run takes to read an index of which 2 % of the files answer badly at first
 * (500, 429 with Retry-After, cut off, too slow), against the pauses that the crawler's manners ask for. No address is new.
 */
import type pg from 'pg';
import { crawlSources } from '../packages/server/src/intake/crawler/crawler.ts';
import { startCrawl } from '../packages/server/src/intake/crawler/index.ts';
import { crawlerRuns } from '../packages/server/src/intake/crawler/runs.ts';
import { createManners, type Pace } from '../packages/server/src/intake/manners/index.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { PRODUCT_TOKEN } from '../packages/server/src/kernel/lib/product-token.ts';
import { composeBase } from '../packages/server/src/main/compose.ts';
import { composeQueue, prepareQueue } from '../packages/server/src/main/compose-queue.ts';
import { readConfig } from '../packages/server/src/main/config.ts';
import { createOutboundFetch } from '../packages/server/src/main/outbound.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
} from '../packages/server/src/test/database.ts';
import { makeSource } from '../packages/server/src/test/factories.ts';
import { readFiles } from './ingest/files-option.ts';
import { type SitemapSite, startSitemapSite } from './ingest/sitemap-site.ts';
import { formatNumber, print } from './print.ts';

const FILES = readFiles(300);
const PER_FILE = 1000;
/** Shorter than ours, in the same proportions: a second between two requests would take hours. */
const GAP_MS = 100;
const PACE: Partial<Pace> = { backOffMs: 3_000, breakerMs: 10_000 };
const TOO_SLOW_MS = 3_000;
const MAX_RATIO = 1.3;
const MOST_MS = 600_000 + FILES * 4 * GAP_MS;

await runMain(async () => {
  const server = await startTestServer();
  const site = await startSitemapSite(FILES, PER_FILE, { spoilsEvery: 50 });
  try {
    const database = await createTestDatabase();
    await compare(database, site).finally(() => database.drop());
  } finally {
    await site.close();
    await server.stop();
  }
});

async function compare(database: TestDatabase, site: SitemapSite): Promise<void> {
  await knowAll(database, site);
  const ms = await crawl(database, site);
  const { rows } = await database.pool.query('select message from crawler_problems');
  const { rows: read } = await database.pool.query('select count(*)::int as n from fetched_files');
  if (rows.length > 0 || read[0]?.n !== FILES) throw new Error(`Only ${read[0]?.n} files were read.`);
  const least = site.requests() * GAP_MS + site.pausesMs({ backOffMs: 3_000, tooSlowMs: TOO_SLOW_MS });
  const ratio = ms / least;
  print(`${formatNumber(FILES)} sitemap files, of which every fiftieth answers badly at first`);
  print(`  least by the manners ${(least / 1000).toFixed(1)} s, taken ${(ms / 1000).toFixed(1)} s`);
  print(
    `  ratio  ${ratio.toFixed(2)}, at most ${MAX_RATIO.toFixed(1)}  ${ratio <= MAX_RATIO ? 'ok' : 'TOO SLOW'}`,
  );
  if (ratio > MAX_RATIO) process.exitCode = 1;
}

async function crawl({ connection, db }: TestDatabase, site: SitemapSite): Promise<number> {
  await prepareQueue(connection as pg.PoolConfig, silentLog);
  const config = readConfig({ LOG_LEVEL: 'silent', OUTBOUND_ALLOW: site.hostAndPort }, process.cwd());
  const base = await composeBase(config, connection, { name: 'bench', log: silentLog });
  const { boss, queue } = await composeQueue(connection, silentLog);
  const fetch = createOutboundFetch(config, 'VesperBot/bench', { limits: { headersTimeoutMs: TOO_SLOW_MS } });
  const manners = createManners({ db, fetch, productToken: PRODUCT_TOKEN, pace: PACE });
  try {
    await makeSource(db, { url: site.indexUrl, crawlDelayMs: GAP_MS });
    const { id } = await startCrawl({ db, queue });
    const startedAt = performance.now();
    const runs = crawlerRuns({ ...base, queue });
    await crawlSources({ ...runs, manners }, id, AbortSignal.timeout(MOST_MS));
    return performance.now() - startedAt;
  } finally {
    await fetch.close();
    await boss.stop({ graceful: false });
    await base.close();
  }
}

async function knowAll({ pool }: TestDatabase, site: SitemapSite): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (let file = 0; file < FILES; file += 1)
      await client.query(
        `insert into addresses (hash, url, decision, first_seen_at, last_decided_at)
         select sha256(convert_to(url, 'UTF8')), url, 'no_video', now(), now() from unnest($1::text[]) as url`,
        [site.addressesOf(file)],
      );
  } finally {
    client.release(true);
  }
}
