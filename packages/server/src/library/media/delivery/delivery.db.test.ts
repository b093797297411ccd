import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';

const bytes = randomBytes(100_000);
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function makeHosted(name: string): Promise<string> {
  const keys = {
    video_url: `videos/${name}/video-1.mp4`,
    thumbnail_url: `videos/${name}/thumbnail-1.webp`,
    preview_url: `videos/${name}/preview-1.webm`,
    storyboard_url: `videos/${name}/storyboard-1.vtt`,
  };
  for (const key of Object.values(keys)) {
    const file = site.storage.pathOf(key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return makeVideo(site.base.db, { title: name, ...keys });
}

async function signed(id: string): Promise<string> {
  return site.url + (await site.client.media.signVideo({ id })).signedUrl;
}

/** Not by fetch, which adds `no-cache` to conditional requests: a browser's own do not have it. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe('a signed address', () => {
  test('gives the file, its type, its head and its parts', async () => {
    const url = await signed(await makeHosted('parts'));
    const whole = await fetch(url);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);

    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('100000');
    expect((await head.arrayBuffer()).byteLength).toBe(0);

    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=99990-', 99_990, 100_000],
      ['bytes=-5', 99_995, 100_000],
    ] as const) {
      const part = await fetch(url, { headers: { range } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/100000`);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    }
    const beyond = await fetch(url, { headers: { range: 'bytes=100000-' } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */100000');
  });

  test('has an ETag by which it is not sent twice', async () => {
    const url = await signed(await makeHosted('tagged'));
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(await statusOf(url, { 'if-none-match': etag })).toBe(304);
    const changed = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } });
    expect(changed.status).toBe(200);
  });

  test('is for one video, one purpose, one time, and says for how long', async () => {
    const id = await makeHosted('bound');
    const other = await makeHosted('other');
    const { signedUrl, expiresIn } = await site.client.media.signVideo({ id });
    expect(expiresIn).toBeGreaterThanOrEqual(24 * 3600 - 1);
    expect(expiresIn).toBeLessThanOrEqual(36 * 3600);
    const [, media, purpose, , expires, signature, file] = signedUrl.split('/');
    expect([media, purpose, file]).toEqual(['media', 'play', 'video.mp4']);
    const forgeries = [
      `/media/play/${other}/${expires}/${signature}/video.mp4`,
      `/media/thumbnail/${id}/${expires}/${signature}/video.mp4`,
      `/media/play/${id}/${Number(expires) + 1}/${signature}/video.mp4`,
      `/media/play/${id}/${expires}/${signature?.slice(0, -1)}/video.mp4`,
      `/media/play/${id}/${expires}/${signature}=/video.mp4`,
      `/media/play/${id}/${expires}//video.mp4`,
      `/media/play/${id}/9e9/${signature}/video.mp4`,
      `/media/play/..%2f..%2fetc/${expires}/${signature}/passwd`,
      `/media/play/${id}/${expires}/${signature}/..%2f..%2f..%2fetc%2fpasswd%00`,
    ];
    for (const forged of forgeries)
      expect([forged, (await fetch(site.url + forged)).status]).toEqual([forged, 404]);
  });

  test('is the same for everyone for a while, in lists and pages', async () => {
    const id = await makeHosted('shared');
    const first = await site.client.videos.get({ id });
    const second = await site.client.videos.get({ id });
    expect(second.thumbnailUrl).toBe(first.thumbnailUrl);
    expect((await fetch(site.url + first.thumbnailUrl)).headers.get('content-type')).toBe('image/webp');
  });

  test('is there for the clip and the pictures for seeking, each with its own type', async () => {
    const id = await makeHosted('further');
    const { previewUrl, storyboardUrl, hlsUrl } = await site.client.videos.get({ id });
    expect(hlsUrl).toBeNull();
    for (const [address, type] of [
      [previewUrl, 'video/webm'],
      [storyboardUrl, 'text/vtt'],
    ] as const) {
      const answer = await fetch(site.url + address);
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const forged = previewUrl?.replace('/preview/', '/storyboard/');
    expect((await fetch(site.url + forged)).status).toBe(404);
  });
});

describe('a picture', () => {
  const chromium = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

  async function ask(id: string, name: string, accept: string) {
    const { thumbnailUrl } = await site.client.videos.get({ id });
    const answer = await fetch(site.url + thumbnailUrl.replace('640.webp', name), { headers: { accept } });
    const text = (await answer.text()).slice(0, 9);
    const { headers, status } = answer;
    return { status, text, type: headers.get('content-type'), vary: headers.get('vary') };
  }

  test('comes in the nearest width, and in the better format for a browser that takes it', async () => {
    const id = await makeStoredVideo(site.base.db, { storage: site.storage });
    expect(await ask(id, '320.webp', 'image/webp')).toEqual({
      status: 200,
      text: '320.webp ',
      type: 'image/webp',
      vary: 'Accept',
    });
    expect(await ask(id, '320.webp', chromium)).toMatchObject({ text: '320.avif ', type: 'image/avif' });
    expect(await ask(id, '1280.avif', 'image/webp')).toEqual({
      status: 200,
      text: '1280.avif',
      type: 'image/avif',
      vary: null,
    });
  });

  test('of an older video is the one there is', async () => {
    const files = [
      ['play', 'video.mp4'],
      ['thumbnail', '640.webp'],
    ] as const;
    const id = await makeStoredVideo(site.base.db, { storage: site.storage, files });
    for (const name of ['320.webp', '640.webp', '1280.webp'])
      expect(await ask(id, name, chromium)).toMatchObject({ text: '640.webp ', type: 'image/webp' });
    expect((await ask(id, '640.avif', chromium)).status).toBe(404);
  });
});

test('a video without further files names none, and one that is elsewhere names those there', async () => {
  const { db } = site.base;
  const nulls = {
    ...{ placeholder: null, previewUrl: null, storyboardUrl: null, hlsUrl: null },
    ...{ embedUrl: null, embed: null },
  };
  const plain = await makeVideo(db, { placeholder: '' });
  expect(await site.client.videos.get({ id: plain })).toMatchObject(nulls);
  const addresses = {
    preview_url: 'https://source.test/clip.mp4',
    storyboard_url: 'https://source.test/seek.vtt',
    hls_url: 'https://source.test/film.m3u8',
  };
  const remote = await makeVideo(db, {
    kind: 'remote',
    placeholder: 'data:image/webp;base64,AA==',
    ...addresses,
  });
  expect(await site.client.videos.get({ id: remote })).toMatchObject({
    placeholder: 'data:image/webp;base64,AA==',
    previewUrl: addresses.preview_url,
    storyboardUrl: addresses.storyboard_url,
    hlsUrl: addresses.hls_url,
  });
});
