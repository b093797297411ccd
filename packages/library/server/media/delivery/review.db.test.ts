import { createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../test/everyone.ts';
import { makeVideo } from '../../../../test/factories.ts';
import { requestMedia } from '../../../../test/media-request.ts';
import { startTestBucket, type TestBucket } from '../../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { bytesOf, makeStoredVideo } from '../../../../test/stored-video.ts';
import { hideVideo, removeVideo } from '../../videos/index.ts';
import { settleFiles } from '../files/quarantine.ts';

const FILM = bytesOf('video.mp4');
/** More than socket buffers hold. */
const FILM_BYTES = 64 * 1024 * 1024;

let bucket: TestBucket;
let site: TestSite;
let now = Date.now();
beforeAll(async () => {
  bucket = await startTestBucket();
  site = await startTestSite(bucket.env, { clock: { now: () => new Date(now) } });
});
afterAll(async () => {
  await site.close();
  await bucket.close();
});
beforeEach(() => {
  now = Date.now();
});

async function newAdministrator() {
  const { id, cookie } = await signIn(site);
  const client = createClient(fetchTransport(site.url, { cookie, origin: site.url }));
  return { id, cookie, client };
}

const get = (url: string, headers: Record<string, string> = {}) =>
  requestMedia(new URL(url, site.url).href, { headers });
const settle = (id: string) =>
  settleFiles({ db: site.base.db, storages: site.base.storages }, id, new AbortController().signal);

describe.each(['fs', 's3'] as const)('in %s an administrator watches', (place) => {
  const makeFilm = (fields = {}) =>
    makeStoredVideo(site.base.db, { storage: site.base.storages.at(place), fields });

  test.each([
    ['hidden', (id: string) => hideVideo(site.base.db, id, 'administrator')],
    ['taken down', (id: string) => hideVideo(site.base.db, id, 'takedown')],
    ['removed', (id: string) => removeVideo(site.base.db, id)],
  ])('a video that is %s, whole and in parts; nobody else does', async (_, takeOff) => {
    const id = await makeFilm();
    await takeOff(id);
    await settle(id);
    const { cookie, client } = await newAdministrator();
    const { kind, url, expiresIn } = await client.catalogue.watch({ id });
    expect([kind, expiresIn]).toEqual(['film', 4 * 3600]);
    const whole = await get(url, { cookie });
    expect([whole.status, whole.body.equals(FILM)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    const part = await get(url, { cookie, range: 'bytes=5-14' });
    expect([part.status, part.body.equals(FILM.subarray(5, 15))]).toEqual([206, true]);
    // Without the session, in another one, and for another video.
    const other = await newAdministrator();
    expect((await get(url)).status).toBe(401);
    expect((await get(url, { cookie: other.cookie })).status).toBe(404);
    const beside = await makeFilm();
    expect((await get(url.replace(id, beside), { cookie })).status).toBe(404);
    expect((await get(url, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

test('the address ends with its time and with its session, and each is in the audit log', async () => {
  const { db } = site.base;
  const id = await makeStoredVideo(db, { storage: site.storage });
  await hideVideo(db, id, 'takedown');
  await settle(id);
  const { cookie, client } = await newAdministrator();
  const { url } = await client.catalogue.watch({ id });
  const acts = await client.audit.list({ action: 'catalogue.watch', subject: id });
  expect(JSON.stringify(acts)).toContain(id);
  expect(JSON.stringify(acts)).toContain('takedown');
  now += 25 * 60_000;
  expect((await get(url, { cookie })).status).toBe(200);
  await client.admin.logout();
  expect((await get(url, { cookie })).status).toBe(401);
});

test('what is on its way is cut off when the session ends', async () => {
  const { db } = site.base;
  const id = await makeStoredVideo(db, {
    storage: site.storage,
    files: [['play', 'video.mp4']],
    sizeBytes: FILM_BYTES,
  });
  const { cookie, client } = await newAdministrator();
  const { url } = await client.catalogue.watch({ id });
  const response = await fetch(new URL(url, site.url), { headers: { cookie } });
  await client.admin.logout();
  const reader = response.body?.getReader();
  let seen = 0;
  // The session is checked periodically: read slowly until the transfer is cut off.
  const readOn = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      seen += part.value.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await expect(readOn()).rejects.toThrow();
  expect(seen).toBeLessThan(FILM_BYTES);
});

test('a video that stays at its source plays from there, and one without a film is told so', async () => {
  const { client } = await newAdministrator();
  const remote = await makeVideo(site.base.db, { kind: 'remote', video_url: 'https://a.example/film.mp4' });
  expect(await client.catalogue.watch({ id: remote })).toEqual({
    kind: 'film',
    url: 'https://a.example/film.mp4',
    expiresIn: null,
  });
  const empty = await makeVideo(site.base.db, { kind: 'hosted', video_url: 'videos/none/video-1.mp4' });
  await site.base.db.deleteFrom('stored_files').where('video_id', '=', empty).execute();
  await expect(client.catalogue.watch({ id: empty })).rejects.toMatchObject({ status: 409 });
  await expect(client.catalogue.watch({ id: 'nothing' })).rejects.toMatchObject({ status: 404 });
});
