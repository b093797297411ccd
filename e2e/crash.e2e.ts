import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DemoSource, ensureClips, numberedClip, startDemoSource } from '@vesper/demo-source';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  childRunning,
  familyOf,
  NUMBERED_CLIPS_DIRECTORY,
  type Program,
  SERVE,
  startProgram,
  vesper,
} from './programs.ts';

const CLIPS = 8;
/** Slow enough to interrupt a clip midway. */
const BYTES_PER_SECOND = 15_000;
/** Film, picture in three widths and two formats, preview, the storyboard's sheet and cues. */
const FILES_OF_EACH = 10;
/** The source's sitemap also names one page without a video. */
const ALL_ENDED = { completed: CLIPS, failed: 1 };
let dataDir: string;
let source: DemoSource;
let server: Program | undefined;
let env: Record<string, string>;

beforeEach(async () => {
  const clips = {
    directory: NUMBERED_CLIPS_DIRECTORY,
    clips: Array.from({ length: CLIPS }, (_, at) => numberedClip(at)),
  };
  await ensureClips(clips);
  source = await startDemoSource({ ...clips, throttleBytesPerSecond: BYTES_PER_SECOND });
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-crash-'));
  env = {
    ...{ DATA_DIR: dataDir, PORT: '0', OUTBOUND_ALLOW: new URL(source.url).host, LOG_LEVEL: 'warn' },
    // Streams are made later, by jobs with their own crash tests.
    HLS: 'off',
  };
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await source.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<string> {
  server = startProgram(SERVE, env);
  const [, url = ''] = await server.until(/Vesper is at (\S+)/);
  return url;
}

/** Jobs by state: `{ completed: 3, pending: 9 }`. */
async function jobCounts(): Promise<Record<string, number>> {
  const last = (await vesper(['jobs'], env)).trim().split('\n').at(-1) ?? '';
  return Object.fromEntries([...last.matchAll(/(\w+): (\d+)/g)].map(([, status, n]) => [status, Number(n)]));
}

async function listVideos(site: string) {
  return (await (await fetch(`${site}/api/videos?limit=100`)).json()) as {
    videos: { title: string; videoUrl: string; thumbnailUrl: string }[];
    pagination: { totalVideos: number };
  };
}

function untilPartlyTransferred(): Promise<void> {
  const work = path.join(dataDir, 'work');
  return expect
    .poll(
      async () => {
        const folders = await readdir(work).catch(() => []);
        const files = folders.map((folder) => stat(path.join(work, folder, 'video')).catch(() => undefined));
        return Math.max(0, ...(await Promise.all(files)).map((file) => file?.size ?? 0));
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBeGreaterThan(0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

async function postgresPid(): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

test('killed at any point, work resumes: every video once, no extra file', {
  timeout: 600_000,
}, async () => {
  await start();
  await vesper(
    [
      ...['source', 'add', `${source.url}/sitemap.xml`, '--name', 'Slow source', '--quota', '100'],
      ...['--delay', '0', '--basis', 'own', '--scope', 'download', '--evidence', 'The test made it.'],
    ],
    env,
  );
  await vesper(['crawl'], env);

  // The worker dies during a transfer: it restarts and resumes its jobs.
  await untilPartlyTransferred();
  const worker = childRunning(server?.pid ?? 0, 'worker.ts');
  expect(worker).toBeDefined();
  kill(worker ?? 0);
  await expect.poll(() => childRunning(server?.pid ?? 0, 'worker.ts'), { timeout: 30_000 }).not.toBe(worker);

  // Everything dies, including the database, and its pid file now names an unrelated live process.
  await untilPartlyTransferred();
  const postgres = await postgresPid();
  for (const pid of [...familyOf(server?.pid ?? 0), ...familyOf(postgres)]) kill(pid);
  await expect.poll(() => familyOf(postgres).length > 1, { timeout: 10_000 }).toBe(false);
  const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));

  const site = await start();
  // Cheaper than commands, each of which starts a program.
  await expect
    .poll(async () => (await listVideos(site)).pagination.totalVideos, { timeout: 480_000, interval: 1000 })
    .toBe(CLIPS);
  await expect.poll(jobCounts, { timeout: 60_000, interval: 1000 }).toEqual(ALL_ENDED);

  const list = await listVideos(site);
  expect(list.pagination.totalVideos).toBe(CLIPS);
  expect(new Set(list.videos.map((video) => video.title)).size).toBe(CLIPS);
  for (const { videoUrl, thumbnailUrl } of list.videos) {
    expect((await fetch(site + videoUrl, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(site + thumbnailUrl, { method: 'HEAD' })).status).toBe(200);
  }
  expect(await vesper(['runs'], env)).toMatch(new RegExp(`completed +${CLIPS} videos added`));

  await vesper(['clean', '--all'], env);
  const files = await readdir(path.join(dataDir, 'storage'), { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toHaveLength(FILES_OF_EACH * CLIPS);
  expect(await vesper(['storage', 'check'], env)).toMatch(/missing, though a row names them: 0\./);
  expect(await readdir(path.join(dataDir, 'work'))).toEqual([]);

  // Transfers resumed where they were interrupted.
  const resumed = source.requests.filter(
    ({ path: asked, headers }) => asked.endsWith('.mp4') && headers.range,
  );
  expect(resumed.length).toBeGreaterThan(0);
});
