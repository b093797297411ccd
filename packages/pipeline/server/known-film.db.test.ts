import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testClip } from '../../test/clips.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

/** More than socket buffers hold, so that a transfer can be stopped early. */
const FILLING_BYTES = 24_000_000;
const IN_LIBRARY = 'This video already exists in the library';

let source: PlainSource;
let site: TestSite;
let ingest: Ingest;
let clip: Buffer;

beforeAll(async () => {
  clip = await testClip('good');
  source = await startPlainSource();
});
afterAll(() => source.close());
beforeEach(async () => {
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
  ingest = await startIngest(site);
  return async () => {
    await ingest.close();
    await site.close();
  };
});

/** The clip and a box that players skip (ISO/IEC 14496-12, section 8.1.2); all of one length. */
function longFilm(lastByte: number): Buffer {
  const box = Buffer.alloc(FILLING_BYTES);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  box.writeUInt8(lastByte, box.length - 1);
  return Buffer.concat([clip, box]);
}

function put(path: string, body: Buffer): string {
  source.answers.set(path, { headers: { 'content-type': 'video/mp4', etag: '"1"' }, body });
  return source.origin + path;
}

function download(page: string, contentUrl: string) {
  const metadata = { title: `Moving test chart called ${page}`, contentUrl };
  return ingest.download({ url: `${source.origin}/${page}`, metadata });
}

/** What the source sent and was asked for meanwhile. */
async function traffic(run: () => Promise<unknown>) {
  const [before] = [source.sentBytes(), source.asked.splice(0)];
  await run();
  return { bytes: source.sentBytes() - before, asked: [...source.asked] };
}

test('a known film costs its beginning and its end at another address, not its transfer', async () => {
  const first = await download('one', put('/a.mp4', longFilm(1)));
  const copy = put('/copy.mp4', longFilm(1));
  const { asked, bytes } = await traffic(async () => {
    expect(await download('two', copy)).toMatchObject({ error: IN_LIBRARY, video_id: first.video_id });
  });
  const { length } = longFilm(1);
  expect(asked).toEqual([
    { path: '/copy.mp4', range: undefined },
    { path: '/copy.mp4', range: `bytes=${length - 65_536}-${length - 1}` },
  ]);
  expect(bytes).toBeLessThan(FILLING_BYTES / 2);
});

test('a film that shares only length and beginning with another is downloaded whole', async () => {
  await download('one', put('/a.mp4', longFilm(1)));
  const other = put('/other.mp4', longFilm(2));
  const { asked } = await traffic(async () => {
    expect(await download('two', other)).toMatchObject({ status: 'completed' });
  });
  // Resumed where it was interrupted.
  expect(asked.map(({ range }) => range?.startsWith('bytes='))).toEqual([undefined, true, true]);
  expect((await site.client.videos.list()).videos).toHaveLength(2);
});

test('a film that another download is fetching waits for it, and is then recognised', async () => {
  const first = put('/a.mp4', longFilm(1));
  const copy = put('/copy.mp4', longFilm(1));
  const titled = (page: string, contentUrl: string) => ({
    url: `${source.origin}/${page}`,
    metadata: { title: `Moving test chart called ${page}`, contentUrl },
  });
  const [one, two] = [await ingest.queue(titled('one', first)), await ingest.queue(titled('two', copy))];
  const gate = Promise.withResolvers<void>();
  let taken = 0;
  const rateLimit = async (bytes: number) => {
    taken += bytes;
    if (taken > 1_000_000) await gate.promise;
  };
  const bringing = ingest.run(one, { rateLimit });
  await vi.waitFor(() => expect(taken).toBeGreaterThan(1_000_000), { timeout: 20_000 });
  const { bytes } = await traffic(() => ingest.run(two));
  expect(await ingest.jobOf(two)).toMatchObject({
    status: 'pending',
    error: expect.stringMatching(/^Another download seems to be fetching the same/),
  });
  expect(bytes).toBeLessThan(FILLING_BYTES / 2);
  gate.resolve();
  await bringing;
  const known = await ingest.jobOf(one);
  expect(known).toMatchObject({ status: 'completed' });
  const later = await traffic(() => ingest.run(two));
  expect(await ingest.jobOf(two)).toMatchObject({ error: IN_LIBRARY, video_id: known.video_id });
  expect(later.bytes).toBeLessThan(FILLING_BYTES / 2);
});

test('a download whose worker has died keeps no other waiting', async () => {
  const [one, two] = [put('/a.mp4', longFilm(1)), put('/copy.mp4', longFilm(1))];
  const url = `${source.origin}/one`;
  const first = await ingest.queue({
    url,
    metadata: { title: 'Moving test chart called one', contentUrl: one },
  });
  const stop = new AbortController();
  let taken = 0;
  const rateLimit = async (bytes: number) => {
    taken += bytes;
    if (taken > 1_000_000) stop.abort();
  };
  await ingest.run(first, { rateLimit }, stop.signal);
  await site.base.db
    .updateTable('download_jobs')
    .set({ status: 'processing', leased_until: new Date(Date.now() - 1000) })
    .where('id', '=', first)
    .execute();
  expect(await download('two', two)).toMatchObject({ status: 'completed' });
});
