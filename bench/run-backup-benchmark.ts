/**
 * script/bench backup: what a backup does to visitors, by the site as operators run it; then it is verified, and restored
 * on an empty machine, where every page and film must be the same. A given database gets what a start writes, and keeps it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { childrenRunning, type Program, SERVE, startProgram } from '../e2e/programs.ts';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { noteSwept, readSeed, selectRefusalSettings } from '../packages/server/src/library/refusals/index.ts';
import { updateWalk } from '../packages/server/src/library/videos/related-queries.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { type Catalogue, compareSites } from './backup/compare-sites.ts';
import { forgetFilms, storeFilms } from './backup/films.ts';
import { judgeTimes } from './backup/judge-times.ts';
import { startVisitors, type Times } from './backup/visitors.ts';
import { sampleSearches } from './catalogue/sample-searches.ts';
import { type FilledDatabase, openFilled } from './filled-database.ts';
import { database, kill } from './kill-test/fates.ts';
import { readNumber } from './number-option.ts';
import { formatNumber, print } from './print.ts';
import { readStat, residentMb } from './process-stat.ts';

const CLI = 'packages/server/src/main/cli.ts';
const SAMPLED_VIDEOS = 500;
const WARM_UP_MS = 20_000;
/** A million videos take minutes. */
const LONGEST_MS = 3 * 3600_000;
const LOOK_MS = 200;
/** So often in a row, a worker at rest took no more of a processor than that. */
const RESTING_LOOKS = 6;
const REST_LOOK_MS = 5000;
const RESTING_SHARE = 0.1;
const LONGEST_WORK_MS = 3600_000;

interface Options {
  which: number | string;
  /** Requests a second. */
  rate: number;
  /** How long visitors are timed before, after, and at least beside backups. */
  seconds: number;
}

interface Env extends Record<string, string> {
  DATA_DIR: string;
}

interface Stage {
  filled: FilledDatabase;
  /** Of the videos with a film of their own. */
  filmIds: string[];
  /** Everything that the benchmark writes. */
  root: string;
  env: Env;
  /** Of the empty machine: only its own DATA_DIR. */
  emptyEnv: Env;
}

const running = new Set<Program>();

await runMain(async () => {
  const options = readOptions();
  const root = await mkdtemp(path.join(tmpdir(), 'vesper-bench-backup-'));
  const filled = await openFilled(options.which);
  const common = { PORT: '0', LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' };
  const env = { ...common, DATA_DIR: path.join(root, 'data'), DATABASE_URL: addressOf(filled.connection) };
  const emptyEnv = { ...common, DATA_DIR: path.join(root, 'empty') };
  const filmIds: string[] = [];
  try {
    const trial = tryBackup({ filled, filmIds, root, env, emptyEnv }, options);
    const faults = await Promise.race([trial, brokenOff()]);
    print(faults.length > 0 ? `\nNot as it should be:\n  ${faults.join('\n  ')}` : '\nAll as it should be.');
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await Promise.all([...running].map((program) => program.stop()));
    for (const pid of await database(emptyEnv.DATA_DIR)) kill(pid);
    await forgetFilms(filled.pool, filmIds);
    await filled.drop();
    await rm(root, { recursive: true, force: true });
  }
});

/** Fails when it is told to end, or takes too long: what was started would live on, and what was written stay. */
function brokenOff(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => reject(new AppError('unavailable', 'The trial was broken off.')));
    const tooLong = () => reject(new AppError('unavailable', 'The trial took too long.'));
    setTimeout(tooLong, LONGEST_MS).unref();
  });
}

function start(args: string[], env: Env): Program {
  const program = startProgram(args, env);
  running.add(program);
  program.process.once('close', () => running.delete(program));
  return program;
}

async function tryBackup(stage: Stage, options: Options): Promise<string[]> {
  const { filled, filmIds, root, env, emptyEnv } = stage;
  await storeFilms(filled.pool, env.DATA_DIR, filmIds);
  await settle(filled);
  const catalogue = await sampleCatalogue(filled, filmIds);
  print(`${formatNumber(filled.videos)} videos, ${options.rate} requests a second.`);
  const faults = await withSite(env, async (url, site) => {
    await untilAtRest(filled.pool, site);
    return backUpBesideVisitors({ ...stage, url, catalogue }, options);
  });
  const from = ['--from', path.join(root, 'backups')];
  await run(['backup', 'verify', '--all-files', ...from], env);
  const { output } = await run(['restore', ...from], emptyEnv);
  // One that asks first has changed nothing, and is no failure.
  if (!output.includes('The backup is restored.')) return [...faults, 'the restore did not begin'];
  await run(['audit', 'verify'], emptyEnv);
  const alone = { ROLE: 'web' };
  const compared = await withSite({ ...env, ...alone }, (former) =>
    withSite({ ...emptyEnv, ...alone }, (restored) => compareSites([former, restored], catalogue)),
  );
  print(
    `${formatNumber(compared.pages)} pages and ${formatNumber(compared.files)} files are the same, but for ${compared.faults.length}.`,
  );
  return [...faults, ...compared.faults];
}

/** Marks as done what takes a worker hours with a large catalogue: lists of related videos, and the sweep for refused words. */
async function settle({ db }: FilledDatabase): Promise<void> {
  await updateWalk(db, { afterId: '', isWhole: true });
  const { version } = await selectRefusalSettings(db);
  await noteSwept(db, { to: null, version, seed: readSeed().fingerprint });
}

/**
 * The first start over many videos gives the worker work for minutes: what it changes after the backup would differ in the
 * restored site, and what it costs would be in the times without.
 */
async function untilAtRest(pool: pg.Pool, site: Program): Promise<void> {
  const startedAt = performance.now();
  const spent = () =>
    childrenRunning(site.process.pid ?? 0, 'worker.ts').reduce(
      (sum, pid) => sum + (readStat(pid)?.ms ?? 0),
      0,
    );
  for (let calm = 0; calm < RESTING_LOOKS; ) {
    if (performance.now() > startedAt + LONGEST_WORK_MS) throw new Error('The worker does not come to rest.');
    const before = spent();
    await sleep(REST_LOOK_MS);
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and state = 'active'
         and pid <> pg_backend_pid()`,
    );
    calm = spent() - before <= RESTING_SHARE * REST_LOOK_MS && !rowCount ? calm + 1 : 0;
  }
  print(`The worker came to rest after ${seconds(performance.now() - startedAt)}.`);
}

/** Backups of everything, one after the other until the visitors have seen enough; the last one stays. */
async function backUpBesideVisitors(
  { url, catalogue, env, filled, root }: Stage & { url: string; catalogue: Catalogue },
  options: Options,
): Promise<string[]> {
  const visitors = await startVisitors({
    ...{ url, rate: options.rate, videos: catalogue.videos, videoIds: catalogue.videoIds },
    categories: catalogue.categories.map(({ slug }) => slug),
    ...{ searches: await sampleSearches(filled.pool), filmIds: catalogue.filmIds },
  });
  const [without, beside]: [Times, Times] = [new Map(), new Map()];
  const calmMs = (options.seconds * 1000) / 2;
  try {
    await sleep(WARM_UP_MS);
    visitors.timeInto(without);
    await sleep(calmMs);
    visitors.timeInto(beside);
    const endAt = performance.now() + options.seconds * 1000;
    do {
      await rm(path.join(root, 'backups'), { recursive: true, force: true });
      await run(['backup', '--to', path.join(root, 'backups')], env);
    } while (performance.now() < endAt);
    visitors.timeInto(without);
    await sleep(calmMs);
  } finally {
    await visitors.leave();
  }
  print('');
  return judgeTimes(without, beside);
}

/** The whole site as operators run it. */
async function withSite<T>(env: Env, use: (url: string, site: Program) => Promise<T>): Promise<T> {
  const site = start(SERVE, env);
  try {
    const [, url = ''] = await site.until(/Vesper is at (\S+)/);
    return await use(url, site);
  } finally {
    await site.stop();
  }
}

/** As an operator runs it. Prints what it says, and what it takes without the database; throws if it fails. */
async function run(words: string[], env: Env): Promise<{ output: string }> {
  const startedAt = performance.now();
  const spentBefore = readStat('self')?.childrenMs ?? 0;
  const program = start([CLI, ...words], env);
  let mostMb = 0;
  const pid = program.process.pid ?? 0;
  const look = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(pid));
  }, LOOK_MS);
  await new Promise((resolve) => program.process.once('close', resolve));
  clearInterval(look);
  const output = program.output();
  if (program.process.exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${output}`);
  const spentMs = (readStat('self')?.childrenMs ?? 0) - spentBefore;
  print(
    `\n${words[0]}: ${seconds(performance.now() - startedAt)}, ${seconds(spentMs)} of a processor, at most ${mostMb.toFixed(0)} MB`,
  );
  for (const line of output.trim().split('\n')) print(`  ${line}`);
  return { output };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function sampleCatalogue({ pool, videos }: FilledDatabase, filmIds: string[]): Promise<Catalogue> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from videos where status = 'published' order by source_url_hash desc limit ${SAMPLED_VIDEOS}`,
  );
  const categories = await pool.query<{ slug: string; videos: number }>(
    'select slug, video_count as videos from categories where video_count > 0 order by slug',
  );
  return { videos, categories: categories.rows, videoIds: rows.map(({ id }) => id), filmIds };
}

/** A setting takes an address, which may also name the folder of a socket. */
function addressOf({ connectionString, host, port, user, password, database: name }: pg.PoolConfig): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}:${encodeURIComponent(String(password))}@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      videos: { type: 'string', default: '1000000' },
      /** The address of a database that is filled already, instead of `videos`. */
      filled: { type: 'string' },
      rate: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const { videos, filled, rate, seconds } = values;
  return {
    which: filled ?? readNumber('videos', videos, 1000, 5_000_000),
    rate: readNumber('rate', rate, 1, 500),
    seconds: readNumber('seconds', seconds, 10, 3600),
  };
}
