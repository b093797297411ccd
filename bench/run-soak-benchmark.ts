/**
 * script/bench soak: many visitors at once over pages, searches, views and films, while the worker crawls, downloads and
 * encodes; the whole site as operators run it. With --kill SECONDS a web process is killed that often; with --alone
 * there is no worker, and the processor time is that of visitors only.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Clip, ensureClips, startDemoSource } from '@vesper/demo-source';
import pg from 'pg';
import { childrenRunning, type Program, runProgram, SERVE, startProgram, vesper } from '../e2e/programs.ts';
import { numberedClip } from '../packages/demo-source/src/tiny-clip.ts';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { askChild } from './ask-child.ts';
import { sampleSearches } from './catalogue/sample-searches.ts';
import { readNumber } from './number-option.ts';
import { formatNumber, print } from './print.ts';
import { readStat, residentMb } from './process-stat.ts';
import type { ClientsReport, ClientsTask } from './soak/clients.ts';
import { judgeSoak, type Watched } from './soak/judge.ts';
import { parentOf, timeOfFamily } from './visitors/processor-time.ts';

const CLIENTS = fileURLToPath(new URL('./soak/clients.ts', import.meta.url));
const SEED = fileURLToPath(new URL('./seed-catalogue.ts', import.meta.url));
const CLIPS_DIRECTORY = fileURLToPath(new URL('../.cache/soak-clips', import.meta.url));
const CLIPS = 40;
/** Slow enough that downloads, and the encoding of what has come, last as long as the visitors stay. */
const BYTES_PER_SECOND = 60_000;
const SAMPLED_VIDEOS = 2000;
const CLIENT_COUNT = 64;
const LOOK_MS = 5000;
const WARM_UP_MS = 30_000;
const VIEWS_WRITTEN_MS = 4000;

await runMain(async () => {
  const options = readOptions();
  const clips = Array.from({ length: CLIPS }, (_, index) => filmOf(index));
  await ensureClips({ directory: CLIPS_DIRECTORY, clips });
  const source = await startDemoSource({
    directory: CLIPS_DIRECTORY,
    clips,
    throttleBytesPerSecond: BYTES_PER_SECOND,
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-soak-'));
  const env: Record<string, string> = {
    ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' },
    OUTBOUND_ALLOW: new URL(source.url).host,
  };
  if (options.alone) env.ROLE = 'web';
  let site: Program | undefined;
  try {
    await runProgram([SEED, String(options.videos)], env);
    site = startProgram(SERVE, env);
    const [, url = ''] = await site.until(/Vesper is at (\S+)/);
    const { connection } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
    const pool = new pg.Pool({ ...connection, max: 2 });
    pool.on('error', () => {});
    await soak({ site, url, pool, env, sourceUrl: source.url }, options).finally(() => pool.end());
  } finally {
    await site?.stop();
    await source.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Large enough that its qualities are really encoded. */
function filmOf(index: number): Clip {
  const size = { width: 640, height: 360, durationSeconds: 20, framesPerSecond: 25 };
  return { ...numberedClip(index), ...size, slug: `long-automaton-${index}` };
}

interface Setting {
  site: Program;
  url: string;
  pool: pg.Pool;
  env: Record<string, string>;
  sourceUrl: string;
}

interface Options {
  seconds: number;
  videos: number;
  /** Seconds between two kills; 0 kills none. */
  kill: number;
  /** The mean pause of a visitor between two requests. */
  pauseMs: number;
  alone: boolean;
}

async function soak(setting: Setting, options: Options): Promise<void> {
  const { pool, site } = setting;
  const before = await countViews(pool);
  if (!options.alone) await beginCrawl(setting);
  const spentBefore = await processorMs(setting);
  const clients = fork(CLIENTS);
  try {
    const ended = askChild<ClientsReport>(clients, await sampleTask(setting, options));
    const watched = await watch(site, options);
    clients.send('leave');
    const report = await ended;
    const spent = await processorMs(setting);
    await sleep(VIEWS_WRITTEN_MS);
    const addedViews = (await countViews(pool)) - before;
    print(`\n${CLIENT_COUNT} visitors for ${options.seconds} s, ${formatNumber(options.videos)} videos\n`);
    const faults = judgeSoak(report, { ...watched, addedViews, log: site.output() });
    const answers = Object.values(report.times).flat().length;
    const each = (name: 'web' | 'database') => ((spent[name] - spentBefore[name]) / answers).toFixed(2);
    // What a killed process had spent is not known.
    if (options.kill === 0)
      print(`Processor time of an answer: web ${each('web')} ms, database ${each('database')} ms.`);
    if (!options.alone) faults.push(...(await judgeWork(pool)));
    print(faults.length > 0 ? `\nNot as it should be: ${faults.join('; ')}.` : '\nAll as it should be.');
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    clients.kill();
  }
}

async function beginCrawl({ env, sourceUrl }: Setting): Promise<void> {
  const basis = ['--basis', 'own', '--scope', 'download,metadata', '--evidence', 'The benchmark made it.'];
  const manners = ['--delay', '0', '--quota', String(CLIPS)];
  await vesper(['source', 'add', `${sourceUrl}/sitemap.xml`, '--name', 'Slow', ...manners, ...basis], env);
  await vesper(['crawl', '--target', String(CLIPS)], env);
}

async function sampleTask({ url, pool }: Setting, options: Options): Promise<ClientsTask> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from videos where status = 'published' order by source_url_hash limit ${SAMPLED_VIDEOS}`,
  );
  const categories = await pool.query<{ slug: string }>('select slug from categories where video_count > 0');
  const { topWord, twoCommonWords, onePercentWord, unfinishedWord, rareTitles } = await sampleSearches(pool);
  return {
    ...{
      url,
      clients: CLIENT_COUNT,
      pauseMs: options.pauseMs,
      warmUpMs: WARM_UP_MS,
      seed: 7,
      pages: Math.floor(options.videos / 24),
    },
    videoIds: rows.map(({ id }) => id),
    categories: categories.rows.map(({ slug }) => slug),
    searches: [topWord, twoCommonWords, onePercentWord, unfinishedWord, ...rareTitles.slice(0, 200)],
  };
}

async function watch(
  site: Program,
  { seconds, kill }: Options,
): Promise<Pick<Watched, 'webMb' | 'killedAt'>> {
  const webMb: number[] = [];
  const killedAt: number[] = [];
  const startedAt = Date.now();
  while (Date.now() < startedAt + seconds * 1000) {
    await sleep(LOOK_MS);
    if (site.process.exitCode !== null) throw new Error(`The site has ended:\n${site.output()}`);
    const web = childrenRunning(site.process.pid ?? 0, 'web.ts');
    if (Date.now() > startedAt + WARM_UP_MS) webMb.push(web.reduce((sum, pid) => sum + residentMb(pid), 0));
    const [victim] = web;
    const isTime = kill > 0 && Date.now() >= (killedAt.at(-1) ?? startedAt) + kill * 1000;
    if (!isTime || victim === undefined) continue;
    killedAt.push(Date.now());
    process.kill(victim, 'SIGKILL');
  }
  return { webMb, killedAt };
}

/** Of the web processes that live and of the database, with what the worker asks of it. */
async function processorMs({ site, pool }: Setting): Promise<{ web: number; database: number }> {
  const web = childrenRunning(site.process.pid ?? 0, 'web.ts').map((pid) => readStat(pid)?.ms ?? 0);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    web: web.reduce((sum, ms) => sum + ms, 0),
    database: timeOfFamily(parentOf(rows[0]?.pid ?? 0)),
  };
}

/** How far the worker came beside the visitors. */
async function judgeWork(pool: pg.Pool): Promise<string[]> {
  const count = async (table: string) => {
    const { rows } = await pool.query<{ status: string; n: number }>(
      `select status, count(*)::int as n from ${table} group by status order by status`,
    );
    return rows;
  };
  const downloads = await count('download_jobs');
  const say = (rows: typeof downloads) => rows.map(({ status, n }) => `${n} ${status}`).join(', ');
  print(`Meanwhile: downloads: ${say(downloads)}; media jobs: ${say(await count('media_jobs'))}.`);
  return downloads.some(({ status }) => status === 'completed') ? [] : ['no download was completed'];
}

async function countViews(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select sum(views)::float8 as n from videos');
  return rows[0]?.n ?? 0;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      videos: { type: 'string', default: '10000' },
      kill: { type: 'string', default: '0' },
      pause: { type: 'string', default: '0' },
      alone: { type: 'boolean', default: false },
    },
  });
  const { minutes, videos, kill, pause, alone } = values;
  return {
    seconds: readNumber('minutes', minutes, 1, 1440) * 60,
    // With fewer there would be no second page of most lists.
    videos: readNumber('videos', videos, 1000, 5_000_000),
    kill: readNumber('kill', kill, 0, 3600),
    pauseMs: readNumber('pause', pause, 0, 60_000),
    alone,
  };
}
