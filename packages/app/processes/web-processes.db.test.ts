import { mkdir, truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { callUrl, routes } from '@vesper/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeVideo } from '../../test/factories.ts';
import { completeNotice } from '../../test/notices.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import {
  type Asking,
  askOne,
  openOne,
  type SiteProcesses,
  startSiteProcesses,
} from '../../test/site-processes.ts';
import { makeStoredVideo } from '../../test/stored-video.ts';

const BYTES_A_SECOND = 200_000;
/** More than all buffers on the way. */
const LARGE = 64 * 1024 * 1024;

let site: TestSite;
let processes: SiteProcesses;
beforeAll(async () => {
  site = await startTestSite();
  processes = await startSiteProcesses(site, {
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: 'the token',
    MAX_CONNECTIONS: '20',
    MEDIA_CONNECTION_LIMIT: '2',
    MEDIA_RATE_LIMIT: String(BYTES_A_SECOND),
  });
});
afterAll(async () => {
  await processes?.stop();
  await site?.close();
});

const open: IncomingMessage[] = [];
afterEach(() => {
  for (const response of open.splice(0)) response.destroy();
});

let networks = 0;
/** Of a network of its own. */
function visitor(): Record<string, string> {
  networks += 1;
  return {
    'x-forwarded-for': `10.7.${networks}.1`,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  };
}

async function atEach<T>(run: () => Promise<T>, times = 1): Promise<T[]> {
  const answers: T[] = [];
  for (const pid of await processes.pids())
    await processes.onlyAt(pid, async () => {
      for (let n = 0; n < times; n += 1) answers.push(await run());
    });
  return answers;
}

const statusAt = async (address: string, asking?: Asking) =>
  (await askOne(processes.url + address, asking)).status;

/** Sparse, so it takes no room. Returns its address. */
async function makeLargeFilm(): Promise<string> {
  const key = 'videos/large/video-0.mp4';
  const file = site.storage.pathOf(key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await truncate(file, LARGE);
  const id = await makeVideo(site.base.db, { video_url: key });
  const { text } = await askOne(processes.url + callUrl(routes.videos.get, { id }));
  return JSON.parse(text).videoUrl;
}

async function begin(address: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const response = await openOne(processes.url + address, { headers });
  open.push(response);
  return response;
}

test('a network’s notices are counted over all processes', async () => {
  const headers = visitor();
  let edition = 0;
  const submit = () => {
    edition += 1;
    const body = completeNotice({ copyrightWork: `A film of a spinning test chart, edition ${edition}` });
    return statusAt('/api/dmca/submit', { method: 'POST', headers, body });
  };
  expect(await atEach(submit, 5)).toEqual(new Array(10).fill(200));
  // The address itself has three more.
  expect(await atEach(submit, 2)).toEqual([200, 200, 200, 429]);
  expect(await atEach(submit)).toEqual([429, 429]);
});

test('open transfers are counted over all processes, except a killed one’s', async () => {
  const film = await makeLargeFilm();
  const headers = visitor();
  const [one = 0, other = 0] = await processes.pids();
  for (const pid of [one, other])
    expect((await processes.onlyAt(pid, () => begin(film, headers))).statusCode).toBe(200);
  expect(await atEach(() => statusAt(film, { headers }))).toEqual([429, 429]);
  expect(await statusAt(film, { headers: { ...visitor(), range: 'bytes=0-99' } })).toBe(206);

  process.kill(one, 'SIGKILL');
  await vi.waitFor(async () => expect((await begin(film, headers)).statusCode).toBe(200), 20_000);
  expect(await statusAt(film, { headers })).toBe(429);
  expect(await processes.pids()).toContain(other);
});

test('a takedown has reached every process after two seconds', async () => {
  const id = await makeStoredVideo(site.base.db, {
    storage: site.storage,
    fields: { title: 'A chart that goes', category: 'Charts that go' },
  });
  const { text } = await askOne(processes.url + callUrl(routes.videos.get, { id }));
  const { videoUrl, thumbnailUrl, hlsUrl, previewUrl } = JSON.parse(text);
  const addresses = [
    ...[videoUrl, thumbnailUrl, hlsUrl, previewUrl],
    ...[`/video/${id}`, callUrl(routes.videos.get, { id })],
  ];
  const lists = ['/', '/?search=goes', '/api/videos'];
  const statuses = () => Promise.all(addresses.map((address) => statusAt(address, { headers: visitor() })));
  const named = () =>
    Promise.all(lists.map(async (list) => (await askOne(processes.url + list)).text.includes(id)));
  // Home offers categories with videos, as each process counts them.
  const offered = async () => (await askOne(processes.url)).text.includes('href="/category/charts-that-go"');
  expect(new Set((await atEach(statuses)).flat())).toEqual(new Set([200]));
  expect(new Set((await atEach(named)).flat())).toEqual(new Set([true]));
  expect(await atEach(offered)).toEqual([true, true]);

  const admin = await site.admin();
  const body = completeNotice({ infringingUrl: `${processes.url}/video/${id}` });
  const filed = await askOne(`${processes.url}/api/dmca/submit`, {
    method: 'POST',
    headers: visitor(),
    body,
  });
  const notice = JSON.parse(filed.text).requestId;
  await admin.takedowns.decide({ id: notice, status: 'approved' });
  await pause(2000);
  const taken = addresses.map((address) => (address.startsWith('/video/') ? 410 : 404));
  expect(await atEach(statuses)).toEqual([taken, taken]);
  expect(new Set((await atEach(named)).flat())).toEqual(new Set([false]));
  expect(await atEach(offered)).toEqual([false, false]);
});

test('a process asked to end fails no request, and is replaced', async () => {
  const [one = 0] = await processes.pids();
  let isOver = false;
  const statuses = new Set<number | string>();
  const asking = Array.from({ length: 8 }, async () => {
    while (!isOver) statuses.add(await statusAt('/healthz').catch((error) => String(error)));
  });
  process.kill(one, 'SIGTERM');
  await vi.waitUntil(async () => !(await processes.pids()).includes(one), 60_000);
  isOver = true;
  await Promise.all(asking);
  expect([...statuses]).toEqual([200]);
  expect(processes.output()).toMatch(/"process":"main","child":"web","number":\d,"code":0/);
  expect(processes.output().match(/"The site is ready\."/g)).toHaveLength(1);
});
