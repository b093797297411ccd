import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HostileSite, startHostileSite } from '../../../../test/hostile-site.ts';
import { HOSTILE_VIDEOS, secondEdition } from '../../../../test/hostile-videos.ts';
import { type DownloadFileOptions, downloadFile } from './download-file.ts';
import { PlaylistError } from './playlist-error.ts';

let site: HostileSite;
let fetch: ReturnType<typeof createSafeFetch>;
let folder: string;
let partPath: string;

beforeAll(async () => {
  site = await startHostileSite();
  fetch = createSafeFetch({ allow: parseOutboundAllow(site.hostAndPort), userAgent: 'TestBot/1.0' });
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'download-'));
  partPath = path.join(folder, 'part');
  site.requests.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await fetch.close();
  await site.close();
});

function download(name: string, options: Partial<DownloadFileOptions> = {}) {
  const base = {
    url: `${site.origin}${name}`,
    partPath,
    fetch,
    maxBytes: 1_000_000,
    retryDelaysMs: [1, 1, 1],
  };
  return downloadFile({ ...base, ...options });
}

/** Leaves what a worker that dies midway leaves behind: half a file and its origin. */
async function dieHalfway(name = '/video-half-then-resume.mp4'): Promise<void> {
  await expect(download(name, { retryDelaysMs: [] })).rejects.toMatchObject({ code: 'truncated' });
  expect((await stat(partPath)).size).toBe(site.video.length / 2);
  site.requests.length = 0;
}

async function expectWhole(
  result: Awaited<ReturnType<typeof downloadFile>>,
  bytes = site.video,
): Promise<void> {
  expect(Buffer.compare(await readFile(partPath), bytes)).toBe(0);
  expect(result.sizeBytes).toBe(bytes.length);
  expect(result.sha256.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
}

describe('a good source', () => {
  it('gives the whole file, its size and its hash', async () => {
    await expectWhole(await download('/good.mp4'));
    expect(site.requests[0]?.headers).not.toHaveProperty('range');
    expect(site.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('is watched at most four times a second, and once at the end', async () => {
    let nowMs = 0;
    const seen: number[] = [];
    const now = () => {
      nowMs += 50;
      return nowMs;
    };
    await download('/good.mp4', {
      now,
      timeouts: { totalTimeoutMs: 60_000 },
      onProgress: ({ receivedBytes, totalBytes }) => {
        seen.push(receivedBytes);
        expect(totalBytes).toBe(site.video.length);
      },
    });
    expect(seen.at(-1)).toBe(site.video.length);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeLessThanOrEqual(nowMs / 250 + 2);
  });
});

describe('a transfer that was cut', () => {
  it('is continued within the call', async () => {
    const result = await download('/video-half-then-resume.mp4');
    await expectWhole(result);
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=50000-']);
    expect(site.requests[1]?.headers['if-range']).toBe('"first-edition"');
    expect(site.requests[1]?.sentBytes).toBe(site.video.length / 2);
  });

  it('is continued after a crash', async () => {
    await dieHalfway();
    await expectWhole(await download('/video-half-then-resume.mp4'));
    expect(site.requests.map(({ headers }) => headers.range)).toEqual(['bytes=50000-']);
  });

  it('is done when nothing is missing any more', async () => {
    await download('/good.mp4');
    site.requests.length = 0;
    await expectWhole(await download('/good.mp4'));
    expect(site.requests).toHaveLength(1);
    expect(site.requests[0]).toMatchObject({ sentBytes: 0, headers: { range: 'bytes=100000-' } });
  });

  it('starts again when the file is another one now', async () => {
    await dieHalfway('/video-changing.mp4');
    await expectWhole(await download('/video-changing.mp4'), secondEdition(site.video));
    expect(site.requests).toHaveLength(1);
  });

  it('starts again when the part is longer than the file, or lies about it', async () => {
    await download('/good.mp4');
    await writeFile(partPath, 'tail', { flag: 'a' });
    await expectWhole(await download('/good.mp4'));
  });

  it.each([
    ['nothing is known about it', ''],
    ['what is known is nothing', 'null'],
    ['it is of another address', '{"url":"http://else.test/","validator":"\\"first-edition\\""}'],
    ['the source cannot recognise it', `{"url":"URL"}`],
  ])('starts again when %s', async (_why, beside) => {
    await dieHalfway();
    const url = `${site.origin}/good.mp4`;
    await writeFile(`${partPath}.json`, beside.replace('URL', url));
    await expectWhole(await download('/good.mp4'));
    expect(site.requests[0]?.headers).not.toHaveProperty('range');
  });

  it.each(['bytes 0-99999/100000', 'bytes 50000-99999/500000', ''])(
    'starts again when the source answers another range (%j)',
    async (range) => {
      await dieHalfway();
      const lying: typeof fetch = Object.assign(
        async (url: string, options?: Parameters<typeof fetch>[1]) => {
          const response = await fetch(url, options);
          return { ...response, headers: { ...response.headers, 'content-range': range } };
        },
        { close: fetch.close },
      );
      // The second request of this call is without a range; the site then cuts it, and the rest is asked for.
      await expect(
        download('/video-half-then-resume.mp4', { fetch: lying, retryDelaysMs: [] }),
      ).rejects.toMatchObject({ code: 'truncated' });
      expect(site.requests.map(({ headers }) => headers.range)).toEqual(['bytes=50000-', undefined]);
    },
  );

  it('is given up when a second attempt gets no further than the first', async () => {
    await expect(download('/video-half.mp4')).rejects.toMatchObject({
      code: 'truncated',
      kind: 'transient',
      message: 'The download stopped after 50.0 KB of 100.0 KB.',
    });
    expect(site.requests).toHaveLength(2);
  });
});

describe('a playlist', () => {
  const hls = '#EXTM3U\n#EXTINF:9,\na.ts\n';
  const mpd = '<?xml version="1.0"?>\n<!-- made by hand --><MPD type="static"></MPD>';
  const answering =
    (body: string | Buffer, headers: Record<string, string>): SafeFetch =>
    async (url) => ({ url, status: 200, headers, body: bytesOf(Buffer.from(body)), discard: () => {} });
  async function* bytesOf(body: Buffer) {
    for (let at = 0; at < body.length; at += 5) yield body.subarray(at, at + 5);
  }

  it.each([
    ['hls', hls, { 'content-type': 'application/vnd.apple.mpegurl' }],
    ['hls', `\uFEFF${hls}`, { 'content-type': 'text/html' }],
    ['hls', gzipSync(hls), { 'content-type': 'video/mp4', 'content-encoding': 'gzip' }],
    ['dash', mpd, { 'content-type': 'application/dash+xml' }],
    ['dash', mpd, {}],
  ])('is known by its first bytes, and its text is in the error (%s)', async (kind, body, headers) => {
    const fault = await download('/film.mp4', { fetch: answering(body, headers) }).catch((error) => error);
    expect(fault).toBeInstanceOf(PlaylistError);
    const { playlist } = fault as PlaylistError;
    expect([playlist.kind, playlist.text]).toEqual([kind, kind === 'hls' ? hls : mpd]);
    expect(playlist.url).toBe(`${site.origin}/film.mp4`);
  });

  it.each([
    [
      'a compressed video',
      gzipSync(Buffer.alloc(2_000, 7)),
      { 'content-encoding': 'gzip' },
      'The video is sent compressed (gzip), which is not accepted.',
    ],
    ['another XML', '<?xml version="1.0"?><rss/>', {}, 'The address returned a web page, not a video.'],
    [
      'a text',
      'a.ts',
      { 'content-type': 'application/x-mpegurl' },
      'The address returned a playlist of a stream, not a video file.',
    ],
  ])('is not taken for one: %s', async (_what, body, headers, sentence) => {
    const fault = await download('/film.mp4', { fetch: answering(body, headers) }).catch((error) => error);
    expect(fault).not.toBeInstanceOf(PlaylistError);
    expect((fault as Error).message).toBe(sentence);
  });
});

describe('a hostile source', () => {
  const timeouts = {
    headersTimeoutMs: 2_000,
    idleTimeoutMs: 5_000,
    minBytesPerSecond: 1_000,
    minRateWindowMs: 300,
  };
  const sentences: Record<string, string | RegExp> = {
    'video-is-html': 'The address returned a web page, not a video.',
    'video-is-html-in-disguise': 'The address returned a web page, not a video.',
    'video-is-playlist': 'The address returned a playlist of a stream, not a video file.',
    'video-half': 'The download stopped after 50.0 KB of 100.0 KB.',
    dribble: /^The transfer is too slow: \d bytes? a second, at least 1\.0 KB are needed\.$/,
    'never-headers': 'The address did not answer within 2 seconds.',
    'redirect-private': 'The address leads to a private network address (10.0.0.1), which is not allowed.',
    'redirect-metadata':
      'The address leads to a private network address (169.254.169.254), which is not allowed.',
    'redirect-loop': /^The address redirects in a loop \(http:\/\/127\.0\.0\.1:\d+\/redirect-loop\)\.$/,
    'status-404': 'The address answered 404 Not Found.',
    'status-429': 'The address answered 429 Too Many Requests.',
    'status-503': 'The address answered 503 Service Unavailable.',
  };

  it.each(Object.entries(HOSTILE_VIDEOS))('%s ends as it must', async (name, { path: address, ends }) => {
    const work = download(address, { timeouts });
    if (ends === 'well') {
      await expectWhole(await work);
      return;
    }
    const fault = await work.catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SourceError);
    expect((fault as SourceError).code).toBe(ends);
    const sentence = sentences[name] ?? '';
    if (typeof sentence === 'string') expect((fault as SourceError).message).toBe(sentence);
    else expect((fault as SourceError).message).toMatch(sentence);
  });

  it('gives an empty file, or one that is too large', async () => {
    await expect(download('/video-empty.mp4')).rejects.toMatchObject({
      code: 'not_video',
      message: 'The address returned an empty file, not a video.',
    });
    await expect(download('/good.mp4', { maxBytes: 1_000 })).rejects.toMatchObject({
      code: 'too_large',
      message: 'The video is 100.0 KB, more than the 1.0 KB allowed.',
    });
    expect((await stat(partPath)).size).toBe(0);
    await expect(download('/video-unknown-length.mp4', { maxBytes: 20_000 })).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file is larger than the 20.0 KB allowed.',
    });
    expect((await stat(partPath)).size).toBeLessThanOrEqual(20_000);
  });

  it('takes no longer than it may, all attempts together', async () => {
    const slow = { ...timeouts, minBytesPerSecond: 0, totalTimeoutMs: 400 };
    await expect(download('/dribble.mp4', { timeouts: slow })).rejects.toMatchObject({ code: 'too_long' });
  });

  it('ends with the reason of the signal', async () => {
    const stop = new Error('The worker stops.');
    const controller = new AbortController();
    const work = download('/dribble.mp4', {
      signal: controller.signal,
      timeouts: { ...timeouts, minBytesPerSecond: 0 },
    });
    setTimeout(() => controller.abort(stop), 300);
    await expect(work).rejects.toBe(stop);
  });
});
