import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClip } from '../../../test/clips.ts';
import { makeSource } from '../../../test/factories.ts';
import { editionOf } from '../../../test/hostile-videos.ts';
import { type RunningCommand, startWorkerProcess } from '../../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { addDownload } from './download-jobs.ts';
import { selectLatestDownloads } from './download-list-queries.ts';
import { countByStatus, type DownloadJobRow, selectDownload } from './download-queries.ts';
import { cancelDownload, clearPending, retryDownload } from './steering.ts';

const PIECES = 10;

/** A slow site that serves an edition of a clip under each name; those under /endless/ never finish. */
async function startSlowSource(clip: Buffer) {
  const source = {
    hostAndPort: '',
    pieceMs: 20,
    /** Running transfers, and the most there ever were at once, by path. */
    active: new Map<string, number>(),
    most: new Map<string, number>(),
    close: async () => {},
  };
  const count = (url: string, change: number) => {
    const n = (source.active.get(url) ?? 0) + change;
    source.active.set(url, n);
    source.most.set(url, Math.max(n, source.most.get(url) ?? 0));
  };
  async function send(url: string, film: Buffer, response: ServerResponse): Promise<void> {
    const size = Math.ceil(film.length / PIECES);
    let counted = false;
    response.once('close', () => {
      if (counted) count(url, -1);
    });
    for (let at = 0; at < film.length && !response.destroyed; at += size) {
      response.write(film.subarray(at, at + size));
      do await new Promise((resolve) => setTimeout(resolve, source.pieceMs));
      while (url.startsWith('/endless/') && at > size && !response.destroyed);
      // The first piece, read to see that it is a video, is not a transfer.
      if (!counted && !response.destroyed) count(url, 1);
      counted ||= !response.destroyed;
    }
    response.end();
  }
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url === '/robots.txt') return response.writeHead(404).end();
    // Each name has its own film, or they would be duplicates.
    const film = editionOf(clip, url);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length });
    void send(url, film, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  source.hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  source.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return source;
}

let source: Awaited<ReturnType<typeof startSlowSource>>;
let site: TestSite;
let child: RunningCommand | undefined;

beforeEach(async () => {
  source = await startSlowSource(await testClip('good'));
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
});
afterEach(async () => {
  child?.kill('SIGKILL');
  child = undefined;
  await site.close();
  await source.close();
});

const add = (name: string) => addDownload(site.base.db, `http://${source.hostAndPort}/${name}.mp4`);
const stateOf = async (id: string) => (await selectDownload(site.base.db, id))?.status;
const workFolder = (id: string) => path.join(site.base.config.dataDir, 'work', id);
const videoCount = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from videos`.execute(site.base.db);
  return rows[0]?.n;
};

/** Waits until bytes of a job are on the disk and known. */
async function untilUnderWay({ id }: DownloadJobRow): Promise<void> {
  await expect
    .poll(async () => (await selectDownload(site.base.db, id))?.received_bytes ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(0);
  expect(existsSync(path.join(workFolder(id), 'video'))).toBe(true);
}

async function untilAllEnded(n: number): Promise<void> {
  const counts = () => countByStatus(site.base.db);
  await expect
    .poll(counts, { timeout: 110_000, interval: 200 })
    .toMatchObject({ pending: 0, processing: 0, completed: n, failed: 0 });
}

test('a download that is cancelled midway releases everything', async () => {
  const job = await add('endless/one');
  await site.startWorker();
  await untilUnderWay(job);
  expect(source.active.get('/endless/one.mp4')).toBe(1);
  expect(await videoCount()).toBe(1);
  await cancelDownload(site.base.db, job.id);
  await expect.poll(() => source.active.get('/endless/one.mp4'), { timeout: 30_000 }).toBe(0);
  await expect.poll(() => existsSync(workFolder(job.id)), { timeout: 30_000 }).toBe(false);
  expect(await videoCount()).toBe(0);
  expect(await selectDownload(site.base.db, job.id)).toMatchObject({
    status: 'failed',
    error: 'Cancelled by an administrator.',
    attempts: 0,
  });
  // It can still be retried.
  source.pieceMs = 1;
  await retryDownload(site.base.db, job.id);
  await expect.poll(() => source.active.get('/endless/one.mp4'), { timeout: 30_000 }).toBe(1);
});

test('a worker that stops returns its jobs with their progress', async () => {
  const job = await add('endless/one');
  await site.startWorker();
  await untilUnderWay(job);
  await clearPending(site.base.db);
  await site.stopWorkers();
  expect(await selectDownload(site.base.db, job.id)).toMatchObject({
    status: 'pending',
    attempts: 0,
    returns: 1,
  });
  expect(existsSync(path.join(workFolder(job.id), 'video'))).toBe(true);
});

test('two workers and one that is killed: no job runs twice at once, and none is lost', async () => {
  const { db } = site.base;
  const slow = await makeSource(db, { concurrency: 8 });
  source.pieceMs = 60;
  const jobs: DownloadJobRow[] = [];
  // Each film has its own length: with the same length and beginning, it would wait for the other.
  for (let n = 0; n < 16; n += 1) jobs.push(await add(`clip-${'x'.repeat(n)}`));
  await sql`update download_jobs set source_id = ${slow}`.execute(db);

  child = startWorkerProcess(site, { OUTBOUND_ALLOW: source.hostAndPort });
  // The one that will die first takes as many jobs as it may hold.
  const held = () => selectLatestDownloads(db, 100, { status: 'processing' });
  await expect.poll(async () => (await held()).length, { timeout: 60_000, interval: 20 }).toBe(3);
  child.kill('SIGKILL');
  await child.ended;
  const orphans = (await held()).map(({ id }) => id);
  await site.startWorker();
  await site.startWorker();
  // Their leases hold for a while yet.
  for (const id of orphans) expect(await stateOf(id)).toBe('processing');
  await sql`update download_jobs set leased_until = now() where id = any(${orphans})`.execute(db);

  await untilAllEnded(jobs.length);
  expect([...source.most.values()].every((most) => most === 1)).toBe(true);
  expect(source.most.size).toBe(jobs.length);
  expect(await videoCount()).toBe(jobs.length);
  for (const id of orphans) {
    expect(await selectDownload(db, id)).toMatchObject({ leases: 2, attempts: 0 });
  }
});
