/** script/kill-test move-in: kill -9 while a folder of films is moved in; each is there once, and its old address leads on. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { familyOf, type Program, SERVE, startProgram, vesper } from '../e2e/programs.ts';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { testClip } from '../packages/server/src/test/clips.ts';
import { editionOf } from '../packages/server/src/test/hostile-videos.ts';
import { createRandom, type Random } from './catalogue/random.ts';
import { kill, killByFate } from './kill-test/fates.ts';
import { countFiles } from './kill-test/films.ts';
import { waitingOrRunning, wrongTotals } from './kill-test/recount.ts';
import { formatNumber, print } from './print.ts';

const IN_A_FOLDER = 100;
/** Of the command, which notes some hundreds of films in a second. */
const COMMAND_KILLS = 2;
const LONGEST_COMMAND_MS = 4000;
/** From one kill of the site to the next, so that something is brought between them. */
const PAUSE_MS = 15_000;
const FIRST_DAY = Date.UTC(2015, 0, 1);
const DAY_MS = 86_400_000;
const STALLED_MS = 10 * 60_000;

interface Setting {
  env: Record<string, string>;
  dataDir: string;
  words: string[];
  supervisor: Program;
  pool: pg.Pool;
}

await runMain(async () => {
  const { films, kills, seed } = readOptions();
  print(`${films} films, ${COMMAND_KILLS} kills of the command and ${kills} of the site, seed ${seed}.`);
  const home = await mkdtemp(path.join(tmpdir(), 'vesper-kill-move-in-'));
  const folder = path.join(home, 'films');
  const dataDir = path.join(home, 'data');
  const list = await makeFolder(folder, films);
  const env = { DATA_DIR: dataDir, PORT: '0', HLS: 'off', LOG_LEVEL: 'error' };
  const supervisor = startProgram(SERVE, env);
  await supervisor.until(/Vesper is at /);
  // The address and the password stay the same when the database is started again.
  const { connection } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  const words = ['move-in', folder, '--source', 'Old site', '--list', list];
  const setting: Setting = { env, dataDir, words, supervisor, pool };
  try {
    await addSource(env);
    const random = createRandom(seed);
    for (let n = 0; n < COMMAND_KILLS; n += 1) await killCommand(setting, random);
    await vesper(words, env);
    await killSite(setting, random, kills);
    await untilAllIsDone(setting);
    await judge(setting, films);
  } finally {
    await pool.end();
    await setting.supervisor.stop();
    await rm(home, { recursive: true, force: true });
  }
});

/** Films that differ, and what an old engine would have exported of them; the list's path. */
async function makeFolder(folder: string, films: number): Promise<string> {
  const clip = await testClip('good', { seconds: 1, size: '128x72' });
  const lines = ['file,title,tags,category,published,views,address'];
  for (let n = 0; n < films; n += 1) {
    const file = `${Math.floor(n / IN_A_FOLDER)}/film-${n}.mp4`;
    if (n % IN_A_FOLDER === 0) await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), editionOf(clip, file));
    const { title, published, views } = said(n);
    lines.push(
      `${file},${title},test|card ${n % 7},Cards,${published.toISOString()},${views},${oldAddress(n)}`,
    );
  }
  const list = path.join(path.dirname(folder), 'films.csv');
  await writeFile(list, lines.join('\n'));
  return list;
}

function oldAddress(n: number): string {
  return `/watch.php?id=${n}`;
}

/** What the old engine knew of a film. */
function said(n: number) {
  return { title: `Test card ${n}`, published: new Date(FIRST_DAY + n * DAY_MS), views: 3 * n };
}

async function addSource(env: Record<string, string>): Promise<void> {
  const basis = ['--basis', 'own', '--scope', 'download', '--evidence', 'The test made them.'];
  await vesper(
    ['source', 'add', 'https://old.example/', '--kind', 'folder', '--name', 'Old site', ...basis],
    env,
  );
}

async function killCommand({ words, env }: Setting, random: Random): Promise<void> {
  const command = startProgram(['packages/server/src/main/cli.ts', ...words], env);
  const ended = new Promise((resolve) => command.process.once('exit', resolve));
  await Promise.race([sleep(500 + random() * LONGEST_COMMAND_MS), ended]);
  for (const pid of familyOf(command.process.pid ?? 0)) kill(pid);
  await ended;
}

async function killSite(setting: Setting, random: Random, kills: number): Promise<void> {
  for (let number = 1; number <= kills; ) {
    await sleep(PAUSE_MS * (0.5 + random()));
    const pid = setting.supervisor.process.pid ?? 0;
    const fate = await killByFate({ supervisor: pid, dataDir: setting.dataDir }, random);
    if (!fate) continue;
    print(
      `Kill ${number}: ${fate}, with ${await here(setting).catch(() => 'an unknown number of')} films here.`,
    );
    number += 1;
    await sleep(1000);
    const { exitCode, signalCode } = setting.supervisor.process;
    if (exitCode === null && signalCode === null) continue;
    // As an operator's service manager does.
    setting.supervisor = startProgram(SERVE, setting.env);
    await setting.supervisor.until(/Vesper is at /);
  }
}

async function here({ pool }: Setting): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from moved_films where state = 'here'",
  );
  return rows[0]?.n ?? 0;
}

/** However long it takes, as long as something is brought. */
async function untilAllIsDone(setting: Setting): Promise<void> {
  let [most, since] = [0, Date.now()];
  while ((await waitingOrRunning(setting.pool).catch(() => undefined)) !== 0) {
    const now = await here(setting).catch(() => most);
    if (now > most) [most, since] = [now, Date.now()];
    if (Date.now() - since > STALLED_MS) throw new Error(`Only ${most} films were brought.`);
    await sleep(2000);
  }
}

async function judge(setting: Setting, films: number): Promise<void> {
  const { pool, dataDir, words, env, supervisor } = setting;
  const before = await fingerprint(pool);
  const again = await vesper(words, env);
  const faults: string[] = [];
  if ((await fingerprint(pool)) !== before) faults.push('a second run has changed something');
  if (!again.includes(`${formatNumber(films)} here already`)) faults.push(`the second run says: ${again}`);
  const { rows } = await pool.query<{ id: string; path: string; title: string; at: Date; views: number }>(
    `select v.id, v.external_id as path, v.title, v.published_at as at, v.views::int from videos v
     where v.status = 'published'`,
  );
  const byPath = new Map(rows.map((row) => [row.path, row]));
  if (rows.length !== films || byPath.size !== films)
    faults.push(`${rows.length} videos of ${byPath.size} films are there, it should be ${films}`);
  const [, url = ''] = await supervisor.until(/Vesper is at (\S+)/);
  for (let n = 0; n < films; n += 1) {
    const video = byPath.get(`${Math.floor(n / IN_A_FOLDER)}/film-${n}.mp4`);
    const { title, published, views } = said(n);
    if (video?.title !== title || video.at.getTime() !== published.getTime() || video.views !== views)
      faults.push(`film ${n} is ${JSON.stringify(video)}`);
    const { status, headers } = await fetch(url + oldAddress(n), { redirect: 'manual' });
    if (status !== 301 || headers.get('location') !== `/video/${video?.id}`)
      faults.push(`${oldAddress(n)} answers ${status} and leads to ${headers.get('location')}`);
  }
  const files = await countFiles(pool, dataDir);
  if (files.missing > 0) faults.push(`${files.missing} files are missing, though rows name them`);
  faults.push(...(await wrongTotals(pool)));
  await vesper(['clean', '--all'], env);
  const { loose } = await countFiles(pool, dataDir);
  if (loose > 0) faults.push(`${loose} files are left that no row names`);
  if (faults.length > 0) throw new Error(`Not as it should be:\n${faults.slice(0, 20).join('\n')}`);
  print(`${films} films are there, each once, and every old address leads on.`);
}

async function fingerprint(pool: pg.Pool): Promise<string> {
  const of = (table: string) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t)`;
  const tables = ['move_ins', 'moved_films', 'old_addresses', 'download_jobs', 'videos'];
  const { rows } = await pool.query<{ all: string }>(`select concat(${tables.map(of).join(', ')}) as all`);
  return rows[0]?.all ?? '';
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      films: { type: 'string', default: '2000' },
      kills: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return { films: Number(values.films), kills: Number(values.kills), seed: Number(values.seed) };
}
