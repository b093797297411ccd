import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClipProgress, clipFiles, ensureClips } from './clips.ts';
import { field } from './pictures.ts';
import { chord } from './sounds.ts';
import { tinyClip } from './tiny-clip.ts';

const ONE = tinyClip();
const TWO = tinyClip({
  slug: 'tiny-waves',
  title: 'Tiny waves',
  picture: field({ formula: '127+120*sin(x*9+PI*T)', rows: 18, palette: 'ice', periodSeconds: 2 }),
  sound: chord(220, 330),
});

vi.setConfig({ testTimeout: 60_000 });

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-clips-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

test('makes the missing clips, tells of each, and makes none twice', async () => {
  const progress: ClipProgress[] = [];
  const onProgress = (step: ClipProgress) => progress.push(step);
  expect(await ensureClips({ directory, clips: [ONE, TWO], onProgress })).toEqual({ made: 2, kept: 0 });
  expect(progress.map(({ done, total }) => [done, total])).toEqual([
    [1, 2],
    [2, 2],
  ]);
  expect(await readdir(directory)).toHaveLength(4);

  const before = await stat(clipFiles(directory, ONE).video);
  expect(await ensureClips({ directory, clips: [ONE, TWO], onProgress })).toEqual({ made: 0, kept: 2 });
  expect((await stat(clipFiles(directory, ONE).video)).mtimeMs).toBe(before.mtimeMs);
  expect(progress).toHaveLength(2);
});

test('a clip is an mp4 that streams: H.264 4:2:0 with stereo AAC, keyframes, index before the data', async () => {
  const clip = tinyClip({ durationSeconds: 4 });
  await ensureClips({ directory, clips: [clip] });
  const { video, thumbnail } = clipFiles(directory, clip);
  const { streams } = await probe(video, '-show_streams');
  expect(streams).toMatchObject([
    { codec_name: 'h264', pix_fmt: 'yuv420p', width: 64, height: 36, color_space: 'bt709', nb_frames: '40' },
    { codec_name: 'aac', channels: 2 },
  ]);
  const { packets } = await probe(video, '-select_streams', 'v', '-show_packets');
  const keyframes = packets.filter((packet: { flags: string }) => packet.flags.startsWith('K'));
  expect(keyframes.map((packet: { pts_time: string }) => Number(packet.pts_time))).toEqual([0, 2]);
  const bytes = await readFile(video);
  expect(bytes.indexOf('moov')).toBeGreaterThan(0);
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  expect((await probe(thumbnail, '-show_streams')).streams).toMatchObject([{ codec_name: 'mjpeg' }]);
});

test('a changed recipe is rendered again, and the former files go', async () => {
  await ensureClips({ directory, clips: [ONE, TWO] });
  const changed = { ...ONE, picture: TWO.picture };
  expect(clipFiles(directory, changed).video).not.toBe(clipFiles(directory, ONE).video);
  expect(await ensureClips({ directory, clips: [changed, TWO] })).toEqual({ made: 1, kept: 1 });
  const kept = [changed, TWO].flatMap((clip) => Object.values(clipFiles('', clip)));
  expect((await readdir(directory)).toSorted()).toEqual(kept.toSorted());
});

test('what a killed run left is cleaned away when old, and left alone when it may be growing', async () => {
  const long = new Date(Date.now() - 3_600_000);
  await writeFile(join(directory, 'tiny-rule-30.0.mp4.1.partial'), 'half');
  await utimes(join(directory, 'tiny-rule-30.0.mp4.1.partial'), long, long);
  await writeFile(join(directory, 'tiny-rule-30.0.mp4.2.partial'), 'half');
  await ensureClips({ directory, clips: [ONE] });
  const names = await readdir(directory);
  expect(names).not.toContain('tiny-rule-30.0.mp4.1.partial');
  expect(names).toContain('tiny-rule-30.0.mp4.2.partial');
});

test('two makings at once do not meet', async () => {
  await Promise.all([ensureClips({ directory, clips: [ONE] }), ensureClips({ directory, clips: [ONE] })]);
  expect(await readdir(directory)).toHaveLength(2);
});

test('a video whose thumbnail is missing is made again', async () => {
  await ensureClips({ directory, clips: [ONE] });
  await rm(clipFiles(directory, ONE).thumbnail);
  expect(await ensureClips({ directory, clips: [ONE] })).toEqual({ made: 1, kept: 0 });
  expect(await readdir(directory)).toHaveLength(2);
});

test('says how to install ffmpeg when it is missing', async () => {
  const run = ensureClips({ directory, clips: [ONE], ffmpeg: 'no-such-ffmpeg' });
  await expect(run).rejects.toThrow('"no-such-ffmpeg" was not found: install ffmpeg');
});

test('a recipe that ffmpeg refuses ends with its own words and leaves nothing behind', async () => {
  const broken = { ...ONE, picture: () => 'no_such_source=s=64x36' };
  const run = ensureClips({ directory, clips: [broken] });
  await expect(run).rejects.toThrow(/ffmpeg could not make the clip "Tiny .*: .*no_such_source/);
  expect(await readdir(directory)).toEqual([]);
});

test('an abort stops a rendering that would take hours, and leaves nothing behind', async () => {
  const endless = { ...ONE, durationSeconds: 500_000 };
  const stop = new AbortController();
  const run = ensureClips({ directory, clips: [endless], signal: stop.signal });
  await expect.poll(() => readdir(directory), { timeout: 30_000 }).not.toEqual([]);
  stop.abort(new Error('enough'));
  await expect(run).rejects.toThrow('enough');
  expect(await readdir(directory)).toEqual([]);
});

async function probe(path: string, ...show: string[]) {
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-of', 'json', ...show, path]);
  return JSON.parse(stdout);
}
