/** script/kill-test: kill -9 at random moments of a crawl and download; at the end everything is there, once. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Clip, ensureClips, startDemoSource } from '@vesper/demo-source';
import pg from 'pg';
import { NUMBERED_CLIPS_DIRECTORY, type Program, SERVE, startProgram, vesper } from '../e2e/programs.ts';
import { numberedClip } from '../packages/demo-source/src/tiny-clip.ts';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { createRandom, type Random } from './catalogue/random.ts';
import { killByFate } from './kill-test/fates.ts';
import { badFilms, countFiles } from './kill-test/films.ts';
import { type Counts, countEverything, waitingOrRunning, wrongTotals } from './kill-test/recount.ts';
import { print } from './print.ts';

/** Slow enough that a kill falls into the middle of transfers. */
const BYTES_PER_SECOND = 40_000;
const SHORTEST_LIFE_MS = 50;
const LONGEST_LIFE_MS = 6000;
const END_MS = 15 * 60_000;

interface Site {
  env: Record<string, string>;
  dataDir: string;
  /** As operators start it: it keeps the site and the worker running. */
  supervisor: Program;
  pool: pg.Pool;
  isEnding: boolean;
}

await runMain(async () => {
  const { kills, clips: count, seed } = readOptions();
  print(`${kills} kills over ${count} clips, seed ${seed}.`);
  const clips = Array.from({ length: count }, (_, index) => numberedClip(index));
  await ensureClips({ directory: NUMBERED_CLIPS_DIRECTORY, clips });
  const source = await startDemoSource({
    directory: NUMBERED_CLIPS_DIRECTORY,
    clips,
    throttleBytesPerSecond: BYTES_PER_SECOND,
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-kill-test-'));
  const site = await startSite(dataDir, new URL(source.url).host);
  try {
    await beginCrawl(site, source.url, count);
    await killAndRestart(site, createRandom(seed), kills);
    await untilAllIsDone(site);
    await judge(site, clips);
  } finally {
    site.isEnding = true;
    await site.pool.end();
    await site.supervisor.stop();
    await source.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function startSite(dataDir: string, allowed: string): Promise<Site> {
  const env = { DATA_DIR: dataDir, PORT: '0', OUTBOUND_ALLOW: allowed, LOG_LEVEL: 'info' };
  const supervisor = startProgram(SERVE, env);
  await supervisor.until(/Vesper is at /);
  // The address and the password stay the same when the database is started again.
  const { connection } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  const site = { env, dataDir, supervisor, pool, isEnding: false };
  restartAtItsEnd(site);
  return site;
}

/** As an operator's service manager does. */
function restartAtItsEnd(site: Site): void {
  site.supervisor.process.once('exit', () => {
    if (site.isEnding) return;
    site.supervisor = startProgram(SERVE, site.env);
    restartAtItsEnd(site);
  });
}

async function beginCrawl({ env }: Site, sourceUrl: string, clips: number): Promise<void> {
  const basis = ['--basis', 'own', '--scope', 'download,metadata', '--evidence', 'The test made it.'];
  const manners = ['--delay', '0', '--quota', String(10 * clips)];
  await vesper(['source', 'add', `${sourceUrl}/sitemap.xml`, '--name', 'Slow', ...manners, ...basis], env);
  await vesper(['crawl', '--target', String(10 * clips)], env);
}

async function killAndRestart(site: Site, random: Random, kills: number): Promise<void> {
  const deaths: Record<string, number> = {};
  let idle = 0;
  for (let number = 1; number <= kills; ) {
    await sleep(SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    const open = await waitingOrRunning(site.pool).catch(() => undefined);
    const fate = await killByFate({ supervisor: pidOf(site), dataDir: site.dataDir }, random);
    if (!fate) continue;
    if (open === 0) idle += 1;
    deaths[fate] = (deaths[fate] ?? 0) + 1;
    if (number % 20 === 0) print(`${number} kills, ${open ?? 'unknown'} downloads and steps open.`);
    number += 1;
  }
  for (const [fate, times] of Object.entries(deaths)) print(`${String(times).padStart(5)}  ${fate}`);
  if (idle > 0) print(`${idle} of the kills came when everything was done already.`);
}

function pidOf({ supervisor }: Site): number {
  const { pid } = supervisor.process;
  if (pid === undefined) throw new Error('The supervisor did not start.');
  return pid;
}

async function untilAllIsDone({ pool }: Site): Promise<void> {
  const deadline = Date.now() + END_MS;
  while (Date.now() < deadline) {
    if ((await waitingOrRunning(pool).catch(() => undefined)) === 0) return;
    await sleep(1000);
  }
  throw new Error('The downloads and steps did not come to their end.');
}

/** Before anything is cleaned: rows, totals, films and files. After it: no file too many. */
async function judge({ env, dataDir, pool }: Site, clips: readonly Clip[]): Promise<void> {
  const counts = await countEverything(pool);
  const files = await countFiles(pool, dataDir);
  print(JSON.stringify({ ...counts, files }, null, 2));
  const faults = [
    ...differences(counts, clips.length),
    ...(await wrongTotals(pool)),
    ...(await badFilms(pool, dataDir, clips)),
    ...(files.missing > 0 ? [`${files.missing} files are missing, though rows name them`] : []),
  ];
  await vesper(['clean', '--all'], env);
  const { loose } = await countFiles(pool, dataDir);
  const workFolders = await readdir(path.join(dataDir, 'work'));
  if (loose > 0) faults.push(`${loose} files are left that no row names`);
  if (workFolders.length > 0) faults.push(`left behind in work: ${workFolders.join(', ')}`);
  if (faults.length > 0) throw new Error(`Not as it should be:\n${faults.join('\n')}`);
  print('Everything is there, once, and nothing else.');
}

function differences(counts: Counts, clips: number): string[] {
  const expected: Counts = {
    published: clips,
    otherVideos: 0,
    titles: clips,
    completedJobs: clips,
    runStatus: 'completed',
    runAdded: clips,
    sourceAdded: clips,
    completedSteps: clips,
    wholeVideos: clips,
  };
  return Object.entries(expected)
    .filter(([name, value]) => counts[name as keyof Counts] !== value)
    .map(([name, value]) => `${name} is ${counts[name as keyof Counts]}, it should be ${value}`);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      clips: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return { kills: Number(values.kills), clips: Number(values.clips), seed: Number(values.seed) };
}
