/**
 * script/bench sitemaps: what an index and a sitemap of videos cost web process and database, against COPY of the same
 * rows, or of the columns alone that it names, to a reader in this process; what is held in memory meanwhile; whether publishing one video leaves the others
 * as they are; and what the sitemaps of a hundred domains cost. Writes to the database that it is given.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { keepShards } from '../packages/server/src/discovery/sitemaps/shards.ts';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { addDomain } from '../packages/server/src/site/domains/settings.ts';
import { startTestServer } from '../packages/server/src/test/database.ts';
import { makeCategory, makeVideo } from '../packages/server/src/test/factories.ts';
import { askChild } from './ask-child.ts';
import { openFilled } from './filled-database.ts';
import { median } from './measure.ts';
import { formatNumber, print } from './print.ts';
import { scheduledMs } from './process-stat.ts';
import type { ReadAnswer, ReadTask } from './sitemaps/reader.ts';
import { type BenchSite, startSite } from './start-site.ts';

const TURNS = 15;
/** A sitemap may cost this many times the COPY of its rows, in processor time of web and database together. */
const MOST_TIMES_COPY = 3;
const HOST = 'videos.test';
const DOMAINS = 100;
const NAMED_COLUMNS =
  'id, kind, title, description, tags, thumbnail_url, video_url, duration, published_at, changed_at';

interface Bench {
  site: BenchSite;
  client: pg.Client;
  reader: ChildProcess;
}

await runMain(async () => {
  const which = readOptions();
  const server = await startTestServer();
  const filled = await openFilled(which);
  const reader = fork(new URL('sitemaps/reader.ts', import.meta.url));
  try {
    const site = await startSite(filled.connection);
    const client = new pg.Client(filled.connection);
    await client.connect();
    try {
      // Of a former run.
      await client.query('delete from domains where not is_default');
      await client.query('update domains set domain = $1 where is_default', [HOST]);
      await measureAll({ site, client, reader });
    } finally {
      await client.end();
      await site.stop();
    }
  } finally {
    reader.disconnect();
    await filled.drop();
    await server.stop();
  }
});

async function measureAll(bench: Bench): Promise<void> {
  const counted = await costOf(bench, () => keepShards(bench.site.base.db));
  const shards = await shardNumbers(bench);
  print(
    `${formatNumber(shards.length)} sitemaps of videos; to count what had changed took ${counted.toFixed(0)} ms.`,
  );
  const times = await compareWithCopy(bench, shards);
  await showMemory(bench, shards);
  await comparePublishing(bench, shards);
  await measureDomains(bench);
  if (times > MOST_TIMES_COPY) {
    print(
      `\nA sitemap costs ${times.toFixed(1)} times the COPY of its rows, ${MOST_TIMES_COPY} at most are wanted.`,
    );
    process.exitCode = 1;
  }
}

/** Turn by turn another sitemap, so that nothing is known from the one before. */
async function compareWithCopy(bench: Bench, shards: readonly number[]): Promise<number> {
  const nth = (turn: number) => shards[(turn * 7) % Math.max(1, shards.length - 1)] ?? 1;
  const pathOf = (turn: number) => `/sitemap-videos-${nth(turn)}.xml`;
  const works: [string, (turn: number) => Promise<unknown>][] = [
    ['COPY of its rows', (turn) => copyShard(bench, nth(turn), '*')],
    ['COPY of the named columns', (turn) => copyShard(bench, nth(turn), NAMED_COLUMNS)],
    ['a sitemap, plain', (turn) => ask(bench, pathOf(turn))],
    ['a sitemap, gzip', (turn) => ask(bench, pathOf(turn), { 'accept-encoding': 'gzip' })],
    ['a sitemap, br', (turn) => ask(bench, pathOf(turn), { 'accept-encoding': 'br' })],
    ['the index', () => ask(bench, '/sitemap.xml')],
  ];
  const costs = works.map((): number[] => []);
  for (let turn = 0; turn < TURNS + 2; turn += 1)
    for (const [n, [, work]] of works.entries()) {
      const cost = await costOf(bench, () => work(turn));
      if (turn >= 2) costs[n]?.push(cost);
    }
  const [copy = 1, ...others] = costs.map(median);
  print(`\n${'COPY of its rows'.padEnd(30)}${copy.toFixed(1).padStart(8)} ms of processor time`);
  for (const [n, ms] of others.entries())
    print(
      `${works[n + 1]?.[0].padEnd(30)}${ms.toFixed(1).padStart(8)} ms ${(ms / copy).toFixed(1).padStart(6)} times`,
    );
  const { etag } = await ask(bench, pathOf(0));
  const known = await medianCost(bench, () => ask(bench, pathOf(0), { 'if-none-match': etag }));
  print(`${'who has it, 304'.padEnd(30)}${known.toFixed(1).padStart(8)} ms`);
  return (others[1] ?? 0) / copy;
}

/** What cannot be freed while a sitemap is sent, above what was held before. */
async function showMemory(bench: Bench, shards: readonly number[]): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  function heldMb(): number {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  }
  heldMb();
  const before = heldMb();
  for (const number of [shards[0], shards.at(-1)]) {
    let most = 0;
    const sampling = setInterval(() => {
      most = Math.max(most, heldMb());
    }, 2);
    const { bytes } = await ask(bench, `/sitemap-videos-${number}.xml`);
    clearInterval(sampling);
    print(
      `\nsitemap ${number}: ${(bytes / 1e6).toFixed(1)} MB sent, ${(most - before).toFixed(1)} MB held meanwhile at most`,
    );
  }
}

async function comparePublishing(bench: Bench, shards: readonly number[]): Promise<void> {
  const before = await readAll(bench, shards);
  const id = await makeVideo(bench.site.base.db, { title: 'One more chart' });
  try {
    await keepShards(bench.site.base.db);
    const after = await readAll(bench, shards);
    const changed = shards.filter((_, nth) => before[nth] !== after[nth]);
    const { length: now } = await shardNumbers(bench);
    print(
      `\nPublishing one video changed ${changed.length} of ${shards.length} sitemaps${changed.length ? ` (${changed.join(', ')})` : ''} and began ${now - shards.length}.`,
    );
  } finally {
    await bench.site.base.db.deleteFrom('videos').where('id', '=', id).execute();
    await keepShards(bench.site.base.db);
  }
}

async function readAll(bench: Bench, shards: readonly number[]): Promise<string[]> {
  const seen: string[] = [];
  for (const number of shards) {
    const { status, etag, hash } = await ask(bench, `/sitemap-videos-${number}.xml`);
    seen.push([status, etag, hash].join(' '));
  }
  return seen;
}

/** Each but the default domain has a small category of its own; then one has all large ones, and the default what is left. */
async function measureDomains(bench: Bench): Promise<void> {
  const { client, site } = bench;
  const { db } = site.base;
  const { rows: large } = await client.query<{ name: string }>(
    'select name from categories where video_count > 0',
  );
  for (let n = 1; n <= DOMAINS; n += 1) {
    await makeCategory(db, `Small ${n}`);
    await client.query(
      'update videos set category = $1 where id in (select id from videos where id >= $2 order by id limit 100)',
      [`Small ${n}`, crypto.randomUUID()],
    );
    if (n < DOMAINS) await addDomain(db, `domain-${n}.test`, [`ownedCategories=Small ${n}`]);
  }
  await keepShards(db);
  await showDomains(bench, 'The default domain owns nearly all');
  await client.query(
    `update domains set owned_categories = owned_categories ||
       array(select id from categories where name = any($1)) where domain = 'domain-1.test'`,
    [large.map(({ name }) => name)],
  );
  // Processes keep the domains for five seconds.
  await new Promise((resolve) => setTimeout(resolve, 5_500));
  await showDomains(bench, 'One domain owns nearly all, the default 100 videos');
}

async function showDomains(bench: Bench, what: string): Promise<void> {
  const costs: number[] = [];
  let listed = 0;
  for (const host of [HOST, ...Array.from({ length: DOMAINS - 1 }, (_, n) => `domain-${n + 1}.test`)]) {
    const answer = await ask(bench, '/sitemap.xml', {}, host);
    listed += Math.floor(answer.bytes / 100);
    costs.push(await medianCost(bench, () => ask(bench, '/sitemap.xml', {}, host), 3));
  }
  const [own = 0, first = 0] = costs;
  print(
    `\n${what}: an index ${median(costs).toFixed(1)} ms, the default's ${own.toFixed(1)}, the first one's ${first.toFixed(1)}, the dearest ${Math.max(...costs).toFixed(1)} (some ${formatNumber(listed)} sitemaps named by ${DOMAINS} domains)`,
  );
  const numbers = await shardNumbers(bench);
  const shard = numbers[numbers.length >> 1];
  for (const host of [HOST, 'domain-1.test', 'domain-50.test']) {
    const path = `/sitemap-videos-${shard}.xml`;
    const { bytes, status } = await ask(bench, path, {}, host);
    const ms = await medianCost(bench, () => ask(bench, path, {}, host), 5);
    print(
      `${host.padEnd(16)} sitemap ${shard}: ${status}, ${formatNumber(bytes)} bytes, ${ms.toFixed(1)} ms`,
    );
  }
}

async function shardNumbers({ client }: Bench): Promise<number[]> {
  const { rows } = await client.query<{ number: number }>(
    'select number from sitemap_shards where videos > 0 order by starts_at, starts_id',
  );
  return rows.map(({ number }) => number);
}

/** Reads COPY's answer as it comes, and does nothing with it. */
async function copyShard({ client }: Bench, number: number, columns: string): Promise<void> {
  const { rows } = await client.query<{ at: string; id: string; to_at: string; to_id: string }>(
    `select starts_at::text as at, starts_id as id, ends_at::text as to_at, ends_id as to_id from (
       select number, starts_at, starts_id, lead(starts_at, 1, 'infinity') over places as ends_at,
         lead(starts_id, 1, '') over places as ends_id
       from sitemap_shards window places as (order by starts_at, starts_id)) as s where number = $1`,
    [number],
  );
  const { at, id, to_at, to_id } = rows[0] ?? { at: '', id: '', to_at: '', to_id: '' };
  const text = `copy (select ${columns} from videos where status = 'published'
    and (published_at, id) >= ('${at}', '${id}') and (published_at, id) < ('${to_at}', '${to_id}')
    order by published_at, id) to stdout`;
  await new Promise<void>((resolve, reject) => {
    const copying = {
      submit: (connection: { query(text: string): void }) => connection.query(text),
      ...{ handleCopyOutResponse() {}, handleCopyData() {}, handleCommandComplete() {} },
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    };
    client.query(copying as unknown as pg.Submittable);
  });
}

function ask(
  { site, reader }: Bench,
  path: string,
  headers: Record<string, string> = {},
  host = HOST,
): Promise<ReadAnswer> {
  const task: ReadTask = { url: site.url + path, headers: { host, ...headers } };
  return askChild<ReadAnswer>(reader, task);
}

async function medianCost(bench: Bench, work: () => Promise<unknown>, turns = TURNS): Promise<number> {
  await work();
  const costs: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) costs.push(await costOf(bench, work));
  return median(costs);
}

/** Processor time of this process, and of the database's processes for it. */
async function costOf({ client }: Bench, work: () => Promise<unknown>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const database = () => rows.reduce((sum, { pid }) => sum + scheduledMs(pid), 0);
  const before = database();
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  return (user + system) / 1000 + database() - before;
}

function readOptions(): number | string {
  const { values } = parseArgs({
    options: { videos: { type: 'string', default: '100000' }, filled: { type: 'string' } },
  });
  if (!/^\d{4,7}$/.test(values.videos))
    throw new AppError('bad_request', '--videos must be a whole number of at least 1,000.');
  return values.filled ?? Number(values.videos);
}
