import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleVideo } from '../../../../test/hostile-videos.ts';
import { writeYtdlpStandIn } from '../../../../test/ytdlp-stand-in.ts';
import { createYtdlp, type YtdlpDownloadOptions } from './ytdlp.ts';

const clip = sampleVideo(300_000);
let root: string;
let program: string;
let site: Server;
let origin: string;
let folder: string;
let asked: IncomingMessage[] = [];
/** After so many bytes the next answer of the clip stops for good. */
let stopAfter: number | undefined;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vesper-ytdlp-'));
  program = await writeYtdlpStandIn(root);
  site = createServer(answer);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'job-'));
  asked = [];
  stopAfter = undefined;
});
afterEach(() => site.closeAllConnections());
afterAll(async () => {
  site.close();
  await rm(root, { recursive: true, force: true });
});

const PAGES: Record<string, string> = {
  '/watch/1': '<title>A slow violet gradient</title><video src="/clip.mp4"></video>',
  '/watch/inner': '<title>A gradient</title><video src="http://169.254.169.254/clip.mp4"></video>',
  '/watch/empty': '<title>Nothing</title>',
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  asked.push(request);
  const at = request.url ?? '';
  const page = PAGES[at];
  if (page !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  else if (at === '/clip.mp4') answerClip(request, response);
  else if (at === '/inward') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  else if (at === '/endless.json') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"title":"${'x'.repeat(12_000_000)}"}`);
    response.end();
  } else if (at.startsWith('/status/')) response.writeHead(Number(at.slice(8))).end();
  else if (at !== '/silent') response.writeHead(404).end();
}

function answerClip(request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const rest = clip.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, { 'content-type': 'video/mp4', 'content-length': rest.length });
  if (stopAfter === undefined) response.end(rest);
  else response.write(rest.subarray(0, stopAfter));
}

function newYtdlp(settings: { path?: string } = {}) {
  return createYtdlp({
    path: program,
    extractors: ['generic'],
    allow: parseOutboundAllow(origin.slice('http://'.length)),
    userAgent: 'TestBot/1.0 (x@videos.example)',
    workDirectory: path.join(root, 'work'),
    ...settings,
  });
}

function download(page: string, options: Partial<YtdlpDownloadOptions> = {}) {
  return newYtdlp().download(origin + page, { folder, maxBytes: 1_000_000, ...options });
}

async function faultOf(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SourceError) return error;
  throw error ?? new Error('It was expected to fail, and it did not.');
}

describe('the program', () => {
  it('is used if it is new enough, and its absence is a state', async () => {
    expect(await newYtdlp().state()).toEqual({ state: 'ready', version: '2026.07.04' });
    const none = newYtdlp({ path: '/no/such/yt-dlp' });
    expect(await none.state()).toEqual({ state: 'missing', sentence: 'yt-dlp is not installed.' });
    const fault = await faultOf(none.readPage(`${origin}/watch/1`));
    expect(fault).toMatchObject({ code: 'no_reader', message: 'yt-dlp is not installed.' });
  });

  it('is not used if it is older', async () => {
    const older = await mkdtemp(path.join(root, 'older-'));
    const old = newYtdlp({ path: await writeYtdlpStandIn(older, '2026.07.03') });
    const fault = await faultOf(old.download(`${origin}/watch/1`, { folder, maxBytes: 1000 }));
    expect(fault.code).toBe('no_reader');
    expect(fault.message).toMatch(/^yt-dlp 2026\.07\.03 is too old and is not used: install 2026\.07\.04/);
    expect(asked).toEqual([]);
  });
});

describe('reading a page', () => {
  it('gives what the program found, from a folder of its own that is gone afterwards', async () => {
    const page = await newYtdlp().readPage(`${origin}/watch/1`);
    expect(page).toMatchObject({ title: 'A slow violet gradient', externalId: 'standin:1' });
    expect(page.tags).toEqual(['HOME LC_ALL PATH TMPDIR']);
    expect(page.description.startsWith(path.join(root, 'work', 'yt-dlp-'))).toBe(true);
    expect(await readdir(path.join(root, 'work'))).toEqual([]);
    expect(asked[0]?.headers['user-agent']).toBe('TestBot/1.0 (x@videos.example)');
  });

  it('removes what an earlier one left that was killed, and nothing younger', async () => {
    const work = path.join(root, 'work');
    await newYtdlp().readPage(`${origin}/watch/1`);
    for (const name of ['yt-dlp-old', 'yt-dlp-young']) await mkdir(path.join(work, name));
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(path.join(work, 'yt-dlp-old'), longAgo, longAgo);
    await newYtdlp().readPage(`${origin}/watch/1`);
    expect(await readdir(work)).toEqual(['yt-dlp-young']);
    await rm(path.join(work, 'yt-dlp-young'), { recursive: true });
  });

  it('keeps the pauses of the host', async () => {
    const hosts: string[] = [];
    const beforeRequest = async (host: string) => void hosts.push(host);
    await newYtdlp().readPage(`${origin}/watch/1`, { beforeRequest });
    expect(hosts).toEqual(['127.0.0.1']);
  });

  it.each([
    ['/inward', 'private_address', 'permanent', /\(10\.0\.0\.1\)/],
    ['/watch/empty', 'no_video', 'permanent', /^None of the allowed yt-dlp extractors/],
    ['/status/404', 'http_status', 'permanent', /404 Not Found/],
    ['/status/429', 'http_status', 'transient', /429 Too Many Requests/],
    ['/endless.json', 'bad_response', 'transient', /wrote more than 10000000 bytes/],
  ])('%s ends with a sentence', async (at, code, kind, sentence) => {
    const fault = await faultOf(newYtdlp().readPage(origin + at));
    expect(fault).toMatchObject({ code, kind });
    expect(fault.message).toMatch(sentence);
  });

  it('refuses what is no web address before anything is started', async () => {
    for (const url of ['file:///etc/passwd', '--exec', 'javascript:alert(1)', 'http://u:p@a.example/']) {
      expect((await faultOf(newYtdlp().readPage(url))).code).toBe('bad_address');
    }
  });

  it('ends after its time', async () => {
    const fault = await faultOf(newYtdlp().readPage(`${origin}/silent`, { timeoutMs: 2000 }));
    expect(fault).toMatchObject({ code: 'too_long', kind: 'transient' });
    expect(fault.message).toBe('The transfer took longer than 2 seconds.');
  });
});

describe('downloading', () => {
  it('leaves one file and tells how far it is', async () => {
    const progress: { receivedBytes: number; totalBytes: number | undefined }[] = [];
    const file = await download('/watch/1', { onProgress: (at) => progress.push(at) });
    expect(file).toMatchObject({ path: path.join(folder, 'video'), sizeBytes: clip.length });
    expect((await readFile(file.path)).equals(clip)).toBe(true);
    expect(await readdir(folder)).toEqual(['video']);
    expect(progress.at(-1)).toEqual({ receivedBytes: clip.length, totalBytes: clip.length });
  });

  it('resumes an attempt that was ended, with all its children gone', async () => {
    stopAfter = 100_000;
    const stop = new AbortController();
    let arrived = 0;
    const onProgress = ({ receivedBytes }: { receivedBytes: number }) => {
      arrived = receivedBytes;
      if (receivedBytes === 100_000) stop.abort(new Error('The worker stops.'));
    };
    await expect(download('/watch/1', { signal: stop.signal, onProgress })).rejects.toThrow(
      'The worker stops.',
    );
    expect(arrived).toBe(100_000);
    expect(await readdir(folder)).toEqual(['video.part']);
    stopAfter = undefined;
    const file = await download('/watch/1');
    expect((await readFile(file.path)).equals(clip)).toBe(true);
    expect(asked.at(-1)?.headers.range).toBe('bytes=100000-');
  });

  it('starts over if the part is too old to be trusted', async () => {
    const part = path.join(folder, 'video.part');
    await writeFile(part, 'bytes of another file');
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(part, longAgo, longAgo);
    const file = await download('/watch/1');
    expect((await readFile(file.path)).equals(clip)).toBe(true);
    expect(asked.at(-1)?.headers.range).toBeUndefined();
  });

  it('ends the program and its children', async () => {
    const stop = new AbortController();
    const running = download('/hang', { signal: stop.signal });
    running.catch(() => undefined);
    const pids = path.join(folder, 'pids');
    const written = () => readFile(pids, 'utf8').catch(() => '');
    await expect.poll(written, { timeout: 10_000 }).toMatch(/^\d+ \d+$/);
    stop.abort(new Error('not wanted'));
    await expect(running).rejects.toThrow('not wanted');
    for (const pid of (await readFile(pids, 'utf8')).split(' ').map(Number)) {
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    }
  });

  it('refuses a film at a private address', async () => {
    const fault = await faultOf(download('/watch/inner'));
    expect(fault.code).toBe('private_address');
    expect(fault.message).toMatch(/169\.254\.169\.254/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a file that is too large', async () => {
    const fault = await faultOf(download('/watch/1', { maxBytes: 100_000 }));
    expect(fault).toMatchObject({ code: 'too_large', kind: 'permanent' });
    expect(fault.message).toBe('The file is larger than the 100.0 KB allowed.');
  });
});

async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/^\d+ \(.*\) Z /.test(state);
}
