/** script/kill-test: kill -9 at random moments of a crawl and download; at the end everything is there, once. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DemoSource, ensureClips, startDemoSource } from '@vesper/demo-source';
import {
  familyOf,
  NUMBERED_CLIPS_DIRECTORY,
  type Program,
  SERVE,
  startProgram,
  vesper,
} from '../e2e/programs.ts';
import { numberedClip } from '../packages/demo-source/src/tiny-clip.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { createRandom, type Random } from './catalogue/random.ts';
import { type Counts, countEverything, pidOfPostgres, waitingOrRunning } from './kill-test/counts.ts';
import { print } from './print.ts';

/** Slow enough that a kill falls into the middle of transfers. */
const BYTES_PER_SECOND = 40_000;
const SHORTEST_LIFE_MS = 50;
const LONGEST_LIFE_MS = 6000;
const END_MS = 15 * 60_000;

interface Programs {
  env: Record<string, string>;
  source: DemoSource;
  web: Program;
  worker: Program;
}

await runMain(async () => {
  const { kills, clips, seed } = readOptions();
  print(`${kills} kills over ${clips} clips, seed ${seed}.`);
  const source = await startSource(clips);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-kill-test-'));
  const env = { DATA_DIR: dataDir, PORT: '0', OUTBOUND_ALLOW: new URL(source.url).host, LOG_LEVEL: 'info' };
  const programs: Programs = { env, source, web: await startWeb(env), worker: startWorker(env) };
  try {
    await beginCrawl(programs, clips);
    await killAndRestart(programs, createRandom(seed), kills);
    await untilAllIsDone(programs);
    await vesper(['clean', '--all'], env);
    judge(await countEverything(dataDir), await readdir(path.join(dataDir, 'work')), clips);
  } finally {
    await killProgram(programs.worker);
    await programs.web.stop();
    await source.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function startSource(count: number): Promise<DemoSource> {
  const clips = Array.from({ length: count }, (_, index) => numberedClip(index));
  await ensureClips({ directory: NUMBERED_CLIPS_DIRECTORY, clips });
  return startDemoSource({
    directory: NUMBERED_CLIPS_DIRECTORY,
    clips,
    throttleBytesPerSecond: BYTES_PER_SECOND,
  });
}

async function startWeb(env: Record<string, string>): Promise<Program> {
  const web = startProgram(SERVE, { ...env, ROLE: 'web' });
  await web.until(/The site is ready/);
  return web;
}

function startWorker(env: Record<string, string>): Program {
  return startProgram(SERVE, { ...env, ROLE: 'worker' });
}

async function beginCrawl({ env, source, worker }: Programs, clips: number): Promise<void> {
  await worker.until(/The worker is ready/);
  const basis = ['--basis', 'own', '--scope', 'download,metadata', '--evidence', 'The test made it.'];
  const manners = ['--delay', '0', '--quota', String(10 * clips)];
  await vesper(['source', 'add', `${source.url}/sitemap.xml`, '--name', 'Slow', ...manners, ...basis], env);
  await vesper(['crawl', '--target', String(10 * clips)], env);
}

/** Most kills hit the worker and what it started; some the site, and some everything with the database. */
async function killAndRestart(programs: Programs, random: Random, kills: number): Promise<void> {
  let idle = 0;
  for (let number = 1; number <= kills; number += 1) {
    await sleep(SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    const open = await waitingOrRunning(programs.env.DATA_DIR ?? '').catch(() => undefined);
    if (open === 0) idle += 1;
    const fate = random();
    if (fate < 0.05) await killEverything(programs);
    else if (fate < 0.12) programs.web = await killWeb(programs);
    else programs.worker = await killWorker(programs);
    if (number % 20 === 0) print(`${number} kills, ${open ?? 'unknown'} downloads and steps open.`);
  }
  if (idle > 0) print(`${idle} of the kills came when everything was done already.`);
}

async function killEverything(programs: Programs): Promise<void> {
  killFamily(await pidOfPostgres(programs.env.DATA_DIR ?? ''));
  await Promise.all([killProgram(programs.worker), killProgram(programs.web)]);
  programs.web = await startWeb(programs.env);
  programs.worker = startWorker(programs.env);
}

async function killWeb({ web, env }: Programs): Promise<Program> {
  await killProgram(web);
  return startWeb(env);
}

async function killWorker({ worker, env }: Programs): Promise<Program> {
  await killProgram(worker);
  return startWorker(env);
}

async function killProgram({ process: child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  killFamily(child.pid);
  await ended;
}

async function untilAllIsDone(programs: Programs): Promise<void> {
  const deadline = Date.now() + END_MS;
  while (Date.now() < deadline) {
    if ((await waitingOrRunning(programs.env.DATA_DIR ?? '')) === 0) return;
    await sleep(1000);
  }
  throw new Error('The downloads and steps did not come to their end.');
}

function judge(counts: Counts, workFolders: string[], clips: number): void {
  const expected: Counts = {
    published: clips,
    otherVideos: 0,
    titles: clips,
    categoryCount: clips,
    totalVideos: clips,
    completedJobs: clips,
    runStatus: 'completed',
    runAdded: clips,
    sourceAdded: clips,
    completedSteps: clips,
    wholeVideos: clips,
    looseFiles: 0,
    missingFiles: 0,
  };
  print(JSON.stringify({ ...counts, workFolders: workFolders.length }, null, 2));
  for (const [name, value] of Object.entries(expected)) {
    const found = counts[name as keyof Counts];
    if (found !== value) throw new Error(`${name} is ${found}, it should be ${value}.`);
  }
  if (workFolders.length > 0) throw new Error(`Left behind in work: ${workFolders.join(', ')}.`);
  print('Everything is there, once, and nothing else.');
}

function killFamily(pid: number | undefined): void {
  if (pid) for (const one of familyOf(pid)) kill(one);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
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
