import { createCipheriv } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { joinParts, makeFilm, probeVideo } from '@vesper/library/media';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { ProbedVideo } from '../../../library/server/media/film/probe.ts';
import { STREAM_KEY, type StreamKind, streamClip } from '../../../test/stream-clips.ts';
import { cut, type StreamSite, startStreamSite, status } from '../../../test/stream-site.ts';
import { downloadStream, fetchPlaylist } from './download-stream.ts';
import type { StreamOptions } from './fetch-track.ts';

let folder: string;
let site: StreamSite;
let fetch: ReturnType<typeof createSafeFetch>;
const signal = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stream-'));
  site = await startStreamSite([]);
  fetch = createSafeFetch({ allow: parseOutboundAllow(site.hostAndPort), userAgent: 'TestBot/1.0' });
});
afterEach(async () => {
  await fetch.close();
  await site.close();
  await rm(folder, { recursive: true });
});

async function serve(kind: StreamKind): Promise<void> {
  for (const [name, file] of await streamClip(kind)) site.files.set(`/${name}`, file);
}

function changeText(name: string, change: (text: string) => string): void {
  site.files.set(name, change(String(site.files.get(name))));
}

async function download(name: string, options: Partial<StreamOptions> = {}) {
  const playlist = await fetchPlaylist(`${site.origin}${name}`, { fetch, signal });
  const usual = { folder, fetch, signal, maxBytes: 1e7, mostHeight: 1080, pauseScale: 0 };
  return downloadStream(playlist, { ...usual, ...options });
}

/** The result, joined. */
async function joinedOf(name: string, options: Partial<StreamOptions> = {}) {
  const { parts, sizeBytes, durationSeconds } = await download(name, options);
  const localPath = await joinParts(parts, { folder, signal, threads: 1, sizeBytes, durationSeconds });
  const probed = await probeVideo(localPath, { signal });
  return { localPath, profile: probed.videoProfile, ...shapeOf(probed) };
}

function shapeOf({ width, height, durationSeconds, videoCodec, audioCodec }: ProbedVideo) {
  return { width, height, seconds: Math.round(durationSeconds), videoCodec, audioCodec };
}

const WHOLE = { width: 160, height: 90, videoCodec: 'h264', audioCodec: 'aac', seconds: 3 };
const TS = ['seg-0-0.ts', 'seg-0-1.ts', 'seg-0-2.ts'];

/** These files of a stream, concatenated. */
async function bytesOf(kind: StreamKind, names: readonly string[]): Promise<Buffer> {
  const clip = await streamClip(kind);
  return Buffer.concat(names.map((name) => clip.get(name) ?? Buffer.alloc(0)));
}

/** Downloads the stream `ts` and compares its bytes. */
async function expectWhole(): Promise<void> {
  const { parts } = await download('/media-0.m3u8');
  expect((await readFile(parts[0]?.picture ?? '')).equals(await bytesOf('ts', TS))).toBe(true);
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: Error) => error.message,
  );

describe('a finished stream', () => {
  const chunks = (stream: number) => [1, 2, 3].map((n) => `chunk-stream${stream}-0000${n}.m4s`);
  it.each<[StreamKind, string, string[], string[]?]>([
    ['ts', '/master.m3u8', TS],
    ['fmp4', '/master.m3u8', ['init-0.mp4', ...TS]],
    ['ranges', '/media.m3u8', ['film.ts']],
    ['fmp4Ranges', '/media.m3u8', ['film.mp4']],
    ['dashNumbers', '/manifest.mpd', ['init-stream0.m4s', ...chunks(0)], ['init-stream2.m4s', ...chunks(2)]],
    ['dashList', '/manifest.mpd', ['manifest-stream0.mp4'], ['manifest-stream2.mp4']],
  ])('%s comes piece by piece, nothing asked twice', async (kind, name, picture, sound) => {
    await serve(kind);
    const [part] = (await download(name)).parts;
    expect((await readFile(part?.picture ?? '')).equals(await bytesOf(kind, picture))).toBe(true);
    if (!sound) expect(part?.sound).toBeUndefined();
    else expect((await readFile(part?.sound ?? '')).equals(await bytesOf(kind, sound))).toBe(true);
    expect(site.askedTwice()).toEqual([]);
  });

  it.each(['ts', 'apart'] as const)('%s is copied into a whole film, not encoded again', async (kind) => {
    await serve(kind);
    const { localPath } = await joinedOf('/master.m3u8');
    const options = { folder, signal, threads: 1 };
    const film = await makeFilm(localPath, await probeVideo(localPath, { signal }), options);
    expect({ madeBy: film.madeBy, ...shapeOf(film.probed) }).toEqual({ ...WHOLE, madeBy: 'copy' });
  });

  it('says how far it is, also where an earlier try has begun', async () => {
    await serve('ts');
    site.misbehaves.set('/seg-0-2.ts', [status(404)]);
    await refusal(download('/media-0.m3u8'));
    const seen: { bytes: number; share: number }[] = [];
    const onProgress: StreamOptions['onProgress'] = ({ receivedBytes: bytes }, share) =>
      seen.push({ bytes, share });
    const { sizeBytes } = await download('/media-0.m3u8', { onProgress });
    expect(seen[0]?.bytes).toBe((await bytesOf('ts', TS.slice(0, 2))).length);
    expect(seen.at(-1)).toEqual({ bytes: sizeBytes, share: 1 });
    expect(sizeBytes).toBe((await bytesOf('ts', TS)).length);
  });

  it('may lie at several hosts, each of which has to be allowed, redirects included', async () => {
    await serve('ts');
    const other = await startStreamSite(await streamClip('ts'));
    const wide = createSafeFetch({
      allow: parseOutboundAllow(`${site.hostAndPort} ${other.hostAndPort}`),
      userAgent: 'TestBot/1.0',
    });
    changeText('/media-0.m3u8', (text) => text.replace('seg-0-1.ts', `${other.origin}/seg-0-1.ts`));
    const redirect = (to: string) => (response: ServerResponse) =>
      response.writeHead(302, { location: to }).end();
    site.misbehaves.set('/seg-0-2.ts', [
      redirect('http://10.0.0.1/'),
      redirect(`${other.origin}/seg-0-2.ts`),
    ]);
    const lists = () => download('/media-0.m3u8', { fetch: wide });
    expect(await refusal(download('/media-0.m3u8'))).toMatch(/^Segment 2 of 3: .*private network address/);
    expect(await refusal(lists())).toMatch(/^Segment 3 of 3: .*private network address \(10\.0\.0\.1\)/);
    const { parts } = await lists();
    expect((await readFile(parts[0]?.picture ?? '')).equals(await bytesOf('ts', TS))).toBe(true);
    expect(other.asked).toEqual(['/seg-0-1.ts', '/seg-0-2.ts']);
    await wide.close();
    await other.close();
  });

  it('keeps picture and sound together, which have clocks of their own', async () => {
    await serve('apart');
    // The sound begins with its second segment, at 1.02 s.
    changeText('/media-1.m3u8', (text) => text.replace(/#EXTINF:.*\nseg-1-0.m4s\n/, ''));
    const { localPath } = await joinedOf('/master.m3u8');
    const args = ['-v', 'error', '-show_entries', 'stream=start_time', '-of', 'csv=p=0', localPath];
    const { stdout } = await runProcess('ffprobe', args, { timeoutMs: 30_000 });
    const [picture, sound] = stdout.toString().trim().split('\n').map(Number);
    expect(picture).toBeCloseTo(0, 1);
    expect(sound).toBeCloseTo(1.02, 1);
  });
});

describe('discontinuities', () => {
  /** The second half begins with a clock of its own. */
  async function serveTwoParts(second: string): Promise<void> {
    await serve('ts');
    site.files.set(
      '/two.m3u8',
      `#EXTM3U\n#EXTINF:1,\nseg-0-0.ts\n#EXTINF:1,\nseg-0-1.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:1,\n${second}\n#EXT-X-ENDLIST\n`,
    );
  }

  it('are passed without a gap where the clock starts again', async () => {
    await serveTwoParts('seg-0-0.ts?again');
    expect(await joinedOf('/two.m3u8')).toMatchObject({ ...WHOLE, profile: 'Constrained Baseline' });
  });

  it('make a film be encoded whose parts differ in size', async () => {
    await serveTwoParts('seg-1-0.ts');
    expect(await joinedOf('/two.m3u8')).toMatchObject({ ...WHOLE, profile: 'High' });
  });
});

describe('keys', () => {
  const encrypt = (file: Buffer, key: Buffer, iv: Buffer) => {
    const cipher = createCipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([cipher.update(file), cipher.final()]);
  };
  const ivOf = (sequence: number) => Buffer.from(sequence.toString(16).padStart(32, '0'), 'hex');
  const segment = (name: string) => bytesOf('ts', [name]);

  it('may change, take the number of a segment for their vector, and end', async () => {
    const other = Buffer.alloc(16, 7);
    site.files.set('/0', encrypt(await segment('seg-0-0.ts'), STREAM_KEY, ivOf(41)));
    site.files.set('/1', encrypt(await segment('seg-0-1.ts'), other, ivOf(0xabc)));
    site.files.set('/2', await segment('seg-0-2.ts'));
    site.files.set('/key', STREAM_KEY);
    site.files.set('/other', other);
    site.files.set(
      '/media.m3u8',
      '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:41\n#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXTINF:1,\n0\n' +
        '#EXT-X-KEY:METHOD=AES-128,URI="other",IV=0xABC\n#EXTINF:1,\n1\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:1,\n2\n#EXT-X-ENDLIST\n',
    );
    const { parts } = await download('/media.m3u8');
    expect((await readFile(parts[0]?.picture ?? '')).equals(await bytesOf('ts', TS))).toBe(true);
  });

  it('that do not fit are noticed, as are those of another length', async () => {
    await serve('encrypted');
    site.files.set('/stream.key', Buffer.alloc(16, 1));
    expect(await refusal(download('/media.m3u8'))).toMatch(/^Segment 1 of 3: /);
    site.files.set('/stream.key', Buffer.alloc(17));
    expect(await refusal(download('/media.m3u8'))).toBe(
      'Segment 1 of 3: The key of the stream does not have 16 bytes.',
    );
  });
});

describe('a stream that is refused', () => {
  const LIST = '#EXTM3U\n#EXTINF:1,\n/seg-0-0.ts\n#EXTINF:1,\n/seg-0-1.ts\n#EXT-X-ENDLIST\n';
  it.each([
    ['empty', '#EXTM3U\n#EXT-X-ENDLIST\n', 'The playlist has no segments.'],
    [
      'full of holes',
      `#EXTM3U\n#EXT-X-GAP\n${LIST.slice(8)}`,
      'The playlist says that parts of the film are missing.',
    ],
    [
      'of single pictures',
      LIST.replace('#EXTINF', '#EXT-X-I-FRAMES-ONLY\n#EXTINF'),
      'The playlist has only still pictures.',
    ],
    [
      'leading to private addresses',
      LIST.replace('/seg', 'http://169.254.169.254/a'),
      'Segment 1 of 2: The address leads to a private network address (169.254.169.254), which is not allowed.',
    ],
    [
      'of web pages',
      LIST.replace('seg-0-0.ts', 'page'),
      'Segment 1 of 2: The address returned a web page, not a video.',
    ],
    [
      'of playlists',
      LIST.replace('seg-0-0.ts', 'list'),
      'Segment 1 of 2: The address returned a playlist of a stream, not a video file.',
    ],
    [
      'of texts',
      LIST.replace('seg-0-0.ts', 'text'),
      'Segment 1 of 2: The segments of the stream are not video.',
    ],
    [
      'of a master in a master',
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmaster\n',
      'The playlist leads to another list of renditions, not to segments.',
    ],
    [
      'of sound only',
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2"\na\n',
      'The stream has sound only.',
    ],
    [
      'of too many segments',
      LIST.replace('#EXT-X-E', `${'#EXTINF:1,\na\n'.repeat(20_000)}#EXT-X-E`),
      'The stream has more than the 20,000 segments allowed.',
    ],
    ['too long', LIST.replace('EXTINF:1', 'EXTINF:90000'), 'The stream is longer than the 24 hours allowed.'],
  ])('is %s', async (_what, playlist, sentence) => {
    const clip = await streamClip('ts');
    site.files.set('/seg-0-0.ts', clip.get('seg-0-0.ts') ?? '');
    site.files.set('/page', '<!doctype html><title>Log in</title>');
    site.files.set('/list', LIST);
    site.files.set('/text', 'ffconcat version 1.0\nfile /etc/passwd\n');
    site.files.set('/master', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmaster\n');
    site.files.set('/stream', playlist);
    expect(await refusal(download('/stream'))).toBe(sentence);
  });

  it('is larger than films may be, said or not', async () => {
    await serve('ts');
    expect(await refusal(download('/media-0.m3u8', { maxBytes: 50_000 }))).toBe(
      'Segment 2 of 3: The file is larger than the 50.0 KB allowed.',
    );
  });

  it('has a playlist that never ends', async () => {
    let sent = 0;
    const endless = (response: ServerResponse) => {
      const piece = Buffer.from('#EXTINF:1,\nsegment.ts\n'.repeat(5_000));
      const send = () => {
        sent += piece.length;
        if (!response.destroyed) response.write(piece, () => setImmediate(send));
      };
      response.writeHead(200).write('#EXTM3U\n');
      send();
    };
    site.misbehaves.set('/endless', [endless]);
    expect(await refusal(download('/endless'))).toMatch(/^The file is larger than the 8\.0 MB allowed\.$/);
    expect(sent).toBeLessThan(40e6);
  });

  it('answers other bytes than were asked for', async () => {
    await serve('ranges');
    const whole = site.files.get('/film.ts') ?? '';
    site.misbehaves.set('/film.ts', [(response) => response.writeHead(200).end(whole)]);
    const answers = 'Segment 1 of 3: The server returned a different byte range than requested.';
    expect(await refusal(download('/media.m3u8'))).toBe(answers);
    const range = { 'content-range': 'bytes 0-33087/100204' };
    site.misbehaves.set('/film.ts', [(response) => response.writeHead(206, range).end(whole)]);
    expect(await refusal(download('/media.m3u8'))).toBe(answers);
    const short = Buffer.from(whole).subarray(0, 1_000);
    const stop = (response: ServerResponse) => response.writeHead(206, range).end(short);
    site.misbehaves.set('/film.ts', Array(5).fill(stop));
    expect(await refusal(download('/media.m3u8'))).toBe(
      'Segment 1 of 3: The download stopped after 1.0 KB of 33.1 KB.',
    );
  });
});

describe('a segment that fails', () => {
  it('is requested again, and the others are not', async () => {
    await serve('ts');
    const second = Buffer.from(site.files.get('/seg-0-1.ts') ?? '');
    site.misbehaves.set('/seg-0-1.ts', [status(503), cut(second)]);
    await expectWhole();
    expect(site.askedTwice()).toEqual(['/seg-0-1.ts', '/seg-0-1.ts']);
  });

  it('is named when it keeps failing, and the next attempt resumes there', async () => {
    await serve('ts');
    site.misbehaves.set(
      '/seg-0-1.ts',
      Array.from({ length: 5 }, () => status(500)),
    );
    const fault = await download('/media-0.m3u8').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SourceError);
    expect(fault).toMatchObject({
      kind: 'transient',
      status: 500,
      message: 'Segment 2 of 3: The address answered 500 Internal Server Error.',
    });
    expect(site.asked.filter((one) => one === '/seg-0-1.ts')).toHaveLength(5);
    site.asked.length = 0;
    await download('/media-0.m3u8');
    expect(site.asked).toEqual(['/media-0.m3u8', '/seg-0-1.ts', '/seg-0-2.ts']);
  });

  it('that is gone may have another address in the next reading of the playlist', async () => {
    await serve('ts');
    changeText('/media-0.m3u8', (text) => text.replaceAll('.ts', '.ts?token=1'));
    site.misbehaves.set('/seg-0-1.ts', [status(410)]);
    expect(await download('/media-0.m3u8').catch((error: unknown) => error)).toMatchObject({
      kind: 'transient',
      message: 'Segment 2 of 3: The address answered 410 Gone.',
    });
    site.asked.length = 0;
    changeText('/media-0.m3u8', (text) => text.replaceAll('token=1', 'token=2'));
    await download('/media-0.m3u8');
    expect(site.asked).toEqual(['/media-0.m3u8', '/seg-0-1.ts', '/seg-0-2.ts']);
  });
});

test('a stream that is one file is continued in its middle', async () => {
  await serve('ranges');
  site.files.set('/one.m3u8', '#EXTM3U\n#EXTINF:3,\nfilm.ts\n#EXT-X-ENDLIST\n');
  const file = Buffer.from(site.files.get('/film.ts') ?? '');
  site.misbehaves.set('/film.ts', [cut(file)]);
  expect(await joinedOf('/one.m3u8')).toMatchObject(WHOLE);
  expect(site.asked).toEqual(['/one.m3u8', '/film.ts', `/film.ts ${file.length / 2}-`]);
});

describe('what an earlier try left behind', () => {
  async function breakOff(): Promise<void> {
    await serve('ts');
    site.misbehaves.set('/seg-0-2.ts', [status(404)]);
    expect(await refusal(download('/media-0.m3u8'))).toMatch('Segment 3 of 3');
    site.asked.length = 0;
  }
  it('continues with a list that has grown since', async () => {
    await breakOff();
    changeText('/media-0.m3u8', (text) => text.replace('#EXT-X-END', '#EXTINF:1,\nseg-1-0.ts\n#EXT-X-END'));
    await download('/media-0.m3u8');
    expect(site.asked).toEqual(['/media-0.m3u8', '/seg-0-2.ts', '/seg-1-0.ts']);
  });

  it('loses what came after its last whole segment', async () => {
    await breakOff();
    await appendFile(path.join(folder, 'picture-0'), 'half of the third');
    await expectWhole();
    expect(site.asked).toEqual(['/media-0.m3u8', '/seg-0-2.ts']);
  });

  it.each([
    ['is shorter than noted', () => truncate(path.join(folder, 'picture-0'), 1_000)],
    ['has no note', () => rm(path.join(folder, 'picture-0.json'))],
    ['has a note that cannot be read', () => writeFile(path.join(folder, 'picture-0.json'), 'null')],
    [
      'is of a stream with another first segment',
      async () => changeText('/media-0.m3u8', (text) => text.replace('1.000000', '1.500000')),
    ],
  ])('is fetched again if it %s', async (_what, spoil) => {
    await breakOff();
    await spoil();
    await download('/media-0.m3u8').then(
      () => undefined,
      () => undefined,
    );
    expect(site.asked).toHaveLength(4);
  });
});
