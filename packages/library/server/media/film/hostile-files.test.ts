import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addressReference,
  aliasReference,
  borrowingMov,
  disguisedConcat,
  disguisedPlaylist,
  hugePictures,
  manyStreams,
  tinySamples,
} from '../../../../test/hostile-media.ts';
import { sampleVideo } from '../../../../test/hostile-videos.ts';
import { encoded } from '../../../../test/twenty-files.ts';
import { makeFilm } from './film.ts';
import { probeVideo } from './probe.ts';

const { signal } = new AbortController();
let folder: string;
/** Another film, whose bytes must not leak. */
let secret: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-hostile-'));
  secret = path.join(folder, 'secret.mov');
  await encoded(['-c:v', 'libx264', '-preset', 'ultrafast'], { sound: '' })(secret);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The error's sentence, or the bytes of all files that the job wrote. */
async function endOf(localPath: string): Promise<{ sentence: string } | { written: Buffer }> {
  const own = `${localPath}.job`;
  await mkdir(own);
  try {
    await makeFilm(localPath, await probeVideo(localPath, { signal }), { folder: own, threads: 2, signal });
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_video', kind: 'permanent' });
    expect(await holdsSecret(await readAll(own))).toBe(false);
    return { sentence: (error as Error).message };
  }
  return { written: await readAll(own) };
}

async function readAll(of: string): Promise<Buffer> {
  const files = await readdir(of);
  return Buffer.concat(await Promise.all(files.map((name) => readFile(path.join(of, name)))));
}

async function holdsSecret(bytes: Buffer): Promise<boolean> {
  return bytes.includes((await readFile(secret)).subarray(5000, 5032));
}

/** What ffmpeg writes without our arguments: proves that the attack works. */
async function unguarded(options: readonly string[], localPath: string): Promise<Buffer> {
  const args = ['-v', 'error', ...options, '-i', localPath, '-c', 'copy', '-f', 'mp4', '-y'];
  await runProcess('ffmpeg', [...args, `${localPath}.leak`], { timeoutMs: 60_000 });
  return readFile(`${localPath}.leak`);
}

describe('a file that names another', () => {
  test.each([
    ['beside it', () => 'secret.mov'],
    ['by its path', () => secret],
    ['among others', () => `concat:${secret}|${secret}`],
  ])('as a playlist, %s', async (name, reference) => {
    const localPath = path.join(folder, `playlist ${name}.mp4`);
    await disguisedPlaylist(localPath, reference());
    expect(await endOf(localPath)).toEqual({
      sentence: 'The file is a playlist that names other files, not a video.',
    });
  });

  test('as a list of ffmpeg’s own', async () => {
    const localPath = path.join(folder, 'concat.mp4');
    await disguisedConcat(localPath, 'secret.mov');
    expect(await holdsSecret(await unguarded(['-f', 'concat'], localPath))).toBe(true);
    expect(await endOf(localPath)).toMatchObject({ sentence: expect.stringContaining('is a playlist') });
  });

  test('as a mov that borrows its packets', async () => {
    const localPath = path.join(folder, 'borrowing.mov');
    await borrowingMov(localPath, secret, aliasReference);
    expect(await holdsSecret(await unguarded(['-enable_drefs', '1'], localPath))).toBe(true);
    expect(await endOf(localPath)).toMatchObject({ sentence: expect.stringContaining('damaged') });
  });

  test.each([
    ['file', (address: string) => `file://${address}`],
    ['concat', (address: string) => `concat:${address}`],
  ])('as a mov that borrows its packets by %s', async (name, addressOf) => {
    const localPath = path.join(folder, `borrowing ${name}.mov`);
    await borrowingMov(localPath, secret, (address) => addressReference(addressOf(address)));
    expect(await endOf(localPath)).toMatchObject({ sentence: expect.stringContaining('damaged') });
  });
});

describe('a file that asks for too much', () => {
  test('of streams', async () => {
    const localPath = path.join(folder, 'streams.mp4');
    await manyStreams(localPath, 3000);
    expect(await endOf(localPath)).toMatchObject({ sentence: expect.stringMatching(/memory|be read/) });
  });

  test('of pixels', async () => {
    const localPath = path.join(folder, 'pixels.mov');
    await hugePictures(localPath);
    expect(await endOf(localPath)).toMatchObject({
      sentence: expect.stringMatching(/pixels; at most|damaged/),
    });
  });

  test('of memory for an index that a few bytes promise', async () => {
    const localPath = path.join(folder, 'index.mp4');
    await tinySamples(localPath, { says: 400_000_000, holds: 100, ticks: 512 });
    expect(await endOf(localPath)).toHaveProperty('sentence');
  });

  test('of patience with packets of one byte', { timeout: 120_000 }, async () => {
    const localPath = path.join(folder, 'packets.mp4');
    await tinySamples(localPath, { says: 20_000, holds: 20_000, ticks: 24 });
    expect(await endOf(localPath)).toMatchObject({ sentence: expect.stringContaining('damaged') });
  });

  test('of pictures a second', { timeout: 60_000 }, async () => {
    const localPath = path.join(folder, 'rate.mp4');
    await tinySamples(localPath, { says: 20_000, holds: 20_000, ticks: 1 });
    expect(await endOf(localPath)).toMatchObject({
      sentence: expect.stringContaining('12288 frames per second'),
    });
  });
});

test.each([
  ['noise', () => sampleVideo(300_000).subarray(64)],
  ['noise that begins like a film', () => sampleVideo(300_000)],
  ['nothing', () => Buffer.alloc(0)],
  ['zeros', () => Buffer.alloc(100_000)],
])('%s is refused', async (name, bytes) => {
  const localPath = path.join(folder, `${name}.mp4`);
  await writeFile(localPath, bytes());
  expect(await endOf(localPath)).toHaveProperty('sentence');
});
