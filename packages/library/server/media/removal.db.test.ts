import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { makeVideo } from '../../../test/factories.ts';
import { requestMedia } from '../../../test/media-request.ts';
import { startTestBucket, type TestBucket } from '../../../test/s3-server.ts';
import { startTestSite, TEST_SIGNING_KEY, type TestSite } from '../../../test/site.ts';
import { EVERY_FILE, FILE_TEXT, makeStoredVideo } from '../../../test/stored-video.ts';
import { type TurnedClock, turnedClock } from '../../../test/turned-clock.ts';
import { mergeVideoRows, removeVideo } from '../videos/index.ts';
import { createMediaSigner } from './delivery/signing.ts';

type Db = TestSite['base']['db'];

const hide = (reason: string) => async (db: Db, id: string) => {
  await sql`update videos set status = 'hidden', hidden_reason = ${reason} where id = ${id}`.execute(db);
};

/** Every way in which a video stops being public. */
const ENDS: Record<string, (db: Db, id: string) => Promise<unknown>> = {
  removed: removeVideo,
  'hidden by an administrator': hide('administrator'),
  'hidden without a basis': hide('basis'),
  'hidden as gone': hide('gone'),
  'hidden after a notice': hide('takedown'),
  'being downloaded again': (db, id) =>
    sql`update videos set status = 'processing' where id = ${id}`.execute(db),
  deleted: (db, id) => db.deleteFrom('videos').where('id', '=', id).execute(),
  'merged into another': async (db, id) => {
    const kept = await makeVideo(db);
    await db.transaction().execute((tx) => mergeVideoRows(tx, id, kept));
  },
};

/** Every kind of request, whatever the visitor has cached. */
const asks = (etag: string) => [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-99', 'if-range': etag } },
  { headers: { 'if-none-match': etag } },
  { headers: { 'if-none-match': '*', range: 'bytes=-1' } },
  { headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT', accept: 'image/avif' } },
];

const MODES = {
  'sent by us': {},
  'handed over to nginx': { MEDIA_ACCEL: 'x-accel' },
  'handed over by X-Sendfile': { MEDIA_ACCEL: 'x-sendfile' },
  'fetched from a bucket through us': { STORAGE: 's3' },
  'fetched from a bucket directly': { STORAGE: 's3', MEDIA_DIRECT: 'on' },
};

describe.each(Object.entries(MODES))('files that are %s', (_mode, env) => {
  let bucket: TestBucket;
  let site: TestSite;
  let clock: TurnedClock;
  beforeAll(async () => {
    bucket = await startTestBucket();
    clock = turnedClock(new Date().toISOString());
    site = await startTestSite({ ...bucket.env, ...env }, { clock });
    await addDomain(site.base.db, 'other.example', []);
  });
  afterAll(async () => {
    await site.close();
    await bucket.close();
  });

  /** Every address of a new video, and its ETag. */
  async function makeAddresses(): Promise<{ id: string; etags: Map<string, string> }> {
    const id = await makeStoredVideo(site.base.db, { storage: site.base.storages.main });
    const { videoUrl, thumbnailUrl, previewUrl } = await site.client.videos.get({ id });
    const prefixes = { play: videoUrl, thumbnail: thumbnailUrl, preview: previewUrl ?? '' };
    const addresses = EVERY_FILE.map(
      ([purpose, name]) => prefixes[purpose].slice(0, prefixes[purpose].lastIndexOf('/') + 1) + name,
    );
    expect(addresses).toContain((await site.client.media.signVideo({ id })).signedUrl);
    const etags = new Map<string, string>();
    for (const address of addresses) {
      const { status, headers } = await requestMedia(site.url + address);
      expect([address, [200, 302].includes(status)]).toEqual([address, true]);
      const head = await requestMedia(site.url + address, { method: 'HEAD' });
      expect([head.status, head.headers['content-length']]).toEqual([200, '2000']);
      etags.set(address, String(head.headers.etag));
      if (status === 200) expect(headers.etag).toBe(head.headers.etag);
    }
    expect(etags.size).toBe(EVERY_FILE.length);
    return { id, etags };
  }

  async function expectNothing(
    address: string,
    { etag, status, host, most }: { etag: string; status: number; host?: string; most?: number },
  ): Promise<void> {
    for (const ask of asks(etag).slice(0, most)) {
      const headers = { ...('headers' in ask ? ask.headers : {}), ...(host ? { host } : {}) };
      const answer = await requestMedia(site.url + address, { ...ask, headers });
      const asked = [address, JSON.stringify(ask)];
      expect([...asked, answer.status]).toEqual([...asked, status]);
      expect([...asked, answer.body.includes(FILE_TEXT)]).toEqual([...asked, false]);
      for (const name of [
        'location',
        'x-accel-redirect',
        'x-sendfile',
        'content-range',
        'etag',
        'last-modified',
      ])
        expect([...asked, name, answer.headers[name]]).toEqual([...asked, name, undefined]);
      if (status === 403 && ask.method !== 'HEAD')
        expect(answer.body.toString()).toContain('This address has expired. Reload the page.');
    }
  }

  test('are given of no video for longer than two seconds after it is removed in any way', async () => {
    const removed = [];
    for (const end of Object.values(ENDS)) removed.push({ end, ...(await makeAddresses()) });
    for (const { id, end } of removed) await end(site.base.db, id);
    await wait(2000);
    for (const { etags } of removed)
      await Promise.all([...etags].map(([address, etag]) => expectNothing(address, { etag, status: 404 })));
  });

  test('are not given at another domain, for another purpose, video or time, or by another signature', async () => {
    const { id, etags } = await makeAddresses();
    const other = await makeStoredVideo(site.base.db, { storage: site.base.storages.main });
    for (const [address, etag] of etags) {
      await expectNothing(address, { etag, status: 404, host: 'other.example' });
      const [, , purpose = '', , expires = '', signature = '', name = ''] = address.split('/');
      const swapped = purpose === 'play' ? 'thumbnail' : 'play';
      const forgeries = [
        ['media', swapped, id, expires, signature, name],
        ['media', 'storyboard', id, expires, signature, name],
        ['media', purpose, other, expires, signature, name],
        ['media', purpose, id, String(Number(expires) + 1), signature, name],
        ['media', purpose, id, expires, [...signature].reverse().join(''), name],
        ['media', purpose, id, expires, 'A'.repeat(24), name],
      ];
      for (const parts of forgeries)
        await expectNothing(`/${parts.join('/')}`, { etag, status: 404, most: 3 });
    }
  });

  test('are not given under names that no file has, and no name leads elsewhere', async () => {
    const { etags } = await makeAddresses();
    const [address = ''] = etags.keys();
    const prefix = address.slice(0, address.lastIndexOf('/') + 1);
    for (const name of ['1080p.mp4', 'Video.mp4', 'video.mp4%00', '..%2fvideo.mp4', 'video.mp4%2f', ';'])
      await expectNothing(prefix + name, { etag: '"x"', status: 404 });
  });

  test('are given 400 days later where they are pictures, and no film is', async () => {
    const { id, etags } = await makeAddresses();
    const shown = (await site.client.videos.get({ id })).thumbnailUrl;
    const signer = createMediaSigner(TEST_SIGNING_KEY);
    const old = signer.prefix({ purpose: 'thumbnail', videoId: id, domain: 'localhost' }, nextWeek());
    const olderWay = old + shown.split('/').at(-1);
    expect([200, 302]).toContain((await requestMedia(site.url + olderWay)).status);
    clock.pass(400);
    await expectNothing(olderWay, { etag: etags.get(shown) ?? '', status: 403 });
    for (const [address, etag] of etags) {
      if (address.startsWith('/media/play/')) await expectNothing(address, { etag, status: 403 });
      else
        expect([address, [200, 302]]).toEqual([address, expect.arrayContaining([await statusOf(address)])]);
    }
    expect((await site.client.videos.get({ id })).thumbnailUrl).toBe(shown);
    await removeVideo(site.base.db, id);
    await wait(2000);
    for (const [address, etag] of etags)
      if (!address.startsWith('/media/play/')) await expectNothing(address, { etag, status: 404 });
  });

  const statusOf = async (address: string) => (await requestMedia(site.url + address)).status;
  const nextWeek = () => new Date(clock.now().getTime() + 7 * 24 * 3600 * 1000);
});
