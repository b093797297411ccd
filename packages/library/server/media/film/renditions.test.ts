import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFragments } from './fragments.ts';
import { probeVideo } from './probe.ts';
import { makeRenditions, type Renditions } from './renditions.ts';

/** Small, for speed. */
const HEIGHTS = [90, 180];
const TIMEOUT_MS = 120_000;

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'vesper-renditions-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await runProcess(program, args, { timeoutMs: TIMEOUT_MS });
  return stdout.toString('utf8');
}

const PICTURE = 'testsrc2=size=320x180:rate=12:duration=10';
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=330:duration=10', '-c:a', 'aac'];
const H264 = '-c:v libx264 -preset ultrafast -crf 30 -bf 2 -g 18 -pix_fmt yuv420p'.split(' ');

/** Ten seconds, 320x180, unless `picture` says otherwise. */
async function clip(name: string, args: string[], picture = PICTURE): Promise<string> {
  const file = path.join(parent, name);
  await run('ffmpeg', '-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', picture, ...args, file);
  return file;
}

interface Made extends Renditions {
  folder: string;
  texts: Map<string, string>;
  localPath(name: string): string;
}

async function make(localPath: string): Promise<Made> {
  const folder = await mkdtemp(path.join(parent, 'job-'));
  const options = { folder, heights: HEIGHTS, threads: 1, signal: new AbortController().signal };
  const probed = await probeVideo(localPath, options);
  const made = await makeRenditions({ localPath, probed }, options);
  const texts = new Map<string, string>();
  for (const { name, localPath } of made.files)
    if (name.endsWith('.m3u8')) texts.set(name, await readFile(localPath, 'utf8'));
  const find = (name: string) => made.files.find((file) => file.name === name)?.localPath ?? '';
  return { ...made, folder, texts, localPath: find };
}

const namesOf = ({ files }: Renditions) => files.map(({ name }) => name);

/** Display times, in order. */
async function packetsOf(file: string, streams: string): Promise<number[]> {
  const args = ['-select_streams', streams, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file];
  const shown = await run('ffprobe', '-v', 'error', ...args);
  return [...shown.matchAll(/^-?[\d.]+/gm)].map(Number).sort((a, b) => a - b);
}

async function spacesOf(file: string): Promise<string[]> {
  const times = await packetsOf(file, 'v');
  return times.slice(1).map((time, i) => (time - (times[i] ?? 0)).toFixed(3));
}

/** Plays each segment alone after the initialization segment; returns the type of its first picture. */
async function firstPictures(file: string): Promise<string[]> {
  const { initBytes, segments } = await readFragments(file);
  const bytes = await readFile(file);
  const alone = path.join(parent, 'alone.mp4');
  const kinds: string[] = [];
  for (const { offset, bytes: length } of segments) {
    await writeFile(
      alone,
      Buffer.concat([bytes.subarray(0, initBytes), bytes.subarray(offset, offset + length)]),
    );
    const shown = ['-select_streams', 'v', '-show_entries', 'frame=pict_type', '-of', 'csv=p=0', alone];
    kinds.push((await run('ffprobe', '-v', 'error', ...shown)).slice(0, 1));
  }
  return kinds;
}

/** Complete, of the right length, and all cut at the same times. */
async function expectWhole({ texts, localPath }: Made, seconds: number): Promise<void> {
  const cuts: number[][] = [];
  for (const [name, text] of texts) {
    if (name === 'hls.m3u8') continue;
    const file = localPath(name.replace('.m3u8', '.mp4'));
    const { initBytes, segments, sizeBytes } = await readFragments(file);
    expect(text).toContain(`BYTERANGE="${initBytes}@0"`);
    const lengths = [...text.matchAll(/#EXTINF:([\d.]+),/g)].map(([, length]) => Number(length));
    const ranges = [...text.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(
      ([, n, at]) => Number(n) + Number(at),
    );
    expect(ranges.at(-1)).toBe(sizeBytes);
    expect(Math.abs(lengths.reduce((sum, length) => sum + length, 0) - seconds)).toBeLessThan(0.3);
    const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1]);
    expect(Math.max(...lengths.map(Math.round))).toBeLessThanOrEqual(target);
    if (name !== 'audio.m3u8') cuts.push(segments.map(({ start }) => start));
  }
  for (const times of cuts) {
    expect(times.length).toBe(cuts[0]?.length);
    times.forEach((time, i) => {
      expect(time).toBeCloseTo(cuts[0]?.[i] ?? -1, 1);
    });
  }
}

describe('makeRenditions', () => {
  test('a film that suits is copied, the others are cut with it, and the sound is there once', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const film = await clip('plain.mp4', [...SOUND, ...H264]);
    const made = await make(film);
    expect(made.heights).toEqual([90, 180]);
    expect(namesOf(made)).toEqual([
      ...['hls.m3u8', '90p.m3u8', '90p.mp4', '180p.m3u8', '180p.mp4', 'audio.m3u8', 'audio.mp4'],
    ]);
    expect(made.files.every(({ purpose, name }) => purpose === 'play' && /^[a-z0-9._-]+$/.test(name))).toBe(
      true,
    );
    await expectWhole(made, 10);
    // The film's keyframes are at 1.5, 3, 4.5 ... seconds.
    const { segments } = await readFragments(made.localPath('90p.mp4'));
    expect(segments.map(({ start }) => Number(start.toFixed(3)))).toEqual([0, 4.5, 9]);
    expect(await firstPictures(made.localPath('90p.mp4'))).toEqual(['I', 'I', 'I']);
    expect(await firstPictures(made.localPath('180p.mp4'))).toEqual(['I', 'I', 'I']);
    // Every frame is there, spaced as in the film.
    expect(await spacesOf(made.localPath('180p.mp4'))).toEqual(await spacesOf(film));
    expect(await spacesOf(made.localPath('90p.mp4'))).toEqual(await spacesOf(film));
    const master = made.texts.get('hls.m3u8') ?? '';
    expect(
      master.match(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",RESOLUTION=(160x90|320x180),FRAME/g),
    ).toHaveLength(2);
    // ffprobe reads the master playlist.
    const shown = ['-show_entries', 'stream=index,codec_type', '-of', 'csv=p=0', made.localPath('hls.m3u8')];
    const streams = new Set((await run('ffprobe', '-v', 'error', ...shown)).match(/\d,\w+/g));
    expect([...streams].map((stream) => stream.slice(2)).sort()).toEqual(['audio', 'video', 'video']);
  });

  test('a film of another codec without sound', { timeout: TIMEOUT_MS }, async () => {
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k'];
    const made = await make(await clip('vp9.mp4', vp9));
    expect(namesOf(made)).toEqual(['hls.m3u8', '90p.m3u8', '90p.mp4', '180p.m3u8', '180p.mp4']);
    await expectWhole(made, 10);
    const { segments } = await readFragments(made.localPath('180p.mp4'));
    expect(segments.map(({ start }) => start)).toEqual([0, 4, 8]);
    expect(await firstPictures(made.localPath('180p.mp4'))).toEqual(['I', 'I', 'I']);
    expect(await packetsOf(made.localPath('90p.mp4'), 'v')).toHaveLength(120);
    expect(made.texts.get('hls.m3u8')).not.toContain('AUDIO');
  });

  test('frames at uneven times, sound of six channels that begins late', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const uneven = `testsrc2=size=180x320:rate=60:duration=10,select='if(lt(t,4),mod(n,3),not(mod(n,5)))'`;
    const sound = SOUND.map((word) => word.replace('duration=10', 'duration=9'));
    const late = ['-itsoffset', '0.7', ...sound, '-ac', '6', '-fps_mode', 'vfr', ...H264, '-g', '30'];
    const film = await clip('uneven.mp4', late, uneven);
    const made = await make(film);
    await expectWhole(made, 10);
    expect(made.texts.get('hls.m3u8')).toContain('RESOLUTION=90x160');
    expect(made.texts.get('hls.m3u8')).toContain('CHANNELS="2"');
    // The sound begins with silence.
    const [first] = await packetsOf(made.localPath('audio.mp4'), 'a');
    expect(first).toBeLessThan(0.05);
  });

  test('a film without a frame near the end', { timeout: TIMEOUT_MS }, async () => {
    const gap = `${PICTURE},select='lt(t,6)+gte(t,9.9)'`;
    const few = await clip('few.mp4', [...SOUND, '-fps_mode', 'vfr', ...H264], gap);
    await expectWhole(await make(few), 10);
  });

  test('of a second or of one frame nothing is made', { timeout: TIMEOUT_MS }, async () => {
    const frame = await clip('frame.mp4', [...H264, '-frames:v', '1']);
    expect(await make(frame)).toMatchObject({ files: [], heights: [] });
    // Sound for ten seconds with a single picture.
    const poster = await clip('poster.mp4', [...SOUND, ...H264, '-frames:v', '1']);
    expect(await make(poster)).toMatchObject({ files: [], heights: [] });
  });

  test('a cancelled run or an unreadable film leaves nothing', { timeout: TIMEOUT_MS }, async () => {
    const film = await clip('broken-off.mp4', [...SOUND, ...H264]);
    const folder = path.join(parent, 'none');
    await mkdir(folder);
    const abort = new AbortController();
    const options = { folder, heights: HEIGHTS, threads: 1, signal: abort.signal };
    const probed = await probeVideo(film, options);
    const running = makeRenditions(
      { localPath: film, probed },
      { ...options, onProgress: () => abort.abort() },
    );
    await expect(running).rejects.toThrow(/abort/i);
    expect(await readdir(folder)).toEqual([]);

    // A truncated film would make short streams.
    const file = await open(film, 'r+');
    const { size } = await file.stat();
    await file.truncate(0).then(() => file.close());
    const whole = await readFile(await clip('whole.mp4', [...SOUND, ...H264, '-movflags', '+faststart']));
    await writeFile(film, whole.subarray(0, Math.floor(size / 2)));
    const fresh = { ...options, signal: new AbortController().signal };
    await expect(makeRenditions({ localPath: film, probed }, fresh)).rejects.toThrow(
      /is .* seconds long, but the film is/,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
