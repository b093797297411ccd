import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readBoxes } from '../../../../test/mp4-boxes.ts';
import { probeVideo } from '../film/probe.ts';
import { runFfprobe } from '../film/run-ffmpeg.ts';
import { makePictures, type Pictures } from './pictures.ts';

vi.setConfig({ testTimeout: 120_000 });

const { signal } = new AbortController();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

async function draw(name: string, source: string, options: readonly string[] = []): Promise<string> {
  const file = path.join(folder, `${name}.mp4`);
  const args = ['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...X264, ...options, file];
  await runProcess('ffmpeg', args, { timeoutMs: 60_000 });
  return file;
}

interface Options {
  posterAt?: number;
  onProgress?: (share: number) => void;
  /** Overrides the film's, so that decoding seems expensive. */
  frameRate?: number;
}

async function picture(file: string, { frameRate, ...options }: Options = {}) {
  const target = await mkdtemp(path.join(folder, 'made-'));
  const probed = { ...(await probeVideo(file, { signal })), ...(frameRate ? { frameRate } : {}) };
  const film = { localPath: file, probed };
  const pictures = await makePictures(film, { folder: target, signal, threads: 1, ...options });
  return { ...pictures, folder: target, film, made: named(pictures) };
}

function named({ files }: Pictures): Record<string, string> {
  return Object.fromEntries(files.map(({ name, localPath }) => [name, localPath]));
}

const POSTERS = ['1280.avif', '1280.webp', '320.avif', '320.webp', '640.avif', '640.webp'];
const STORYBOARD = ['storyboard.vtt', 'storyboard.webp'];
const ALL = [...POSTERS, 'preview.mp4', ...STORYBOARD];

async function sizeOf(file = ''): Promise<string> {
  const { format, compression, width, height } = await sharp(file).metadata();
  return `${compression === 'av1' ? 'avif' : format} ${width}x${height}`;
}

interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

function readCues(vtt: string) {
  const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const cue = /^(\S+) --> (\S+)\nstoryboard\.webp#xywh=(\d+),(\d+),(\d+),(\d+)$/gm;
  return [...vtt.matchAll(cue)].map(([, from = '', to = '', ...box]) => {
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number);
    return { from: seconds(from), to: seconds(to), region: { x, y, width, height } };
  });
}

async function probePreview(file = '') {
  const entries = 'stream=codec_name,codec_type,pix_fmt,width,height,duration';
  const shown = await runFfprobe(['-show_entries', entries, '-of', 'json', file], { signal });
  return (JSON.parse(shown) as { streams: Record<string, unknown>[] }).streams;
}

/** Twenty seconds, each slightly brighter. */
const GREYS = "color=c=black:s=64x36:r=10:d=20,geq=lum='20+10*floor(T)':cb=128:cr=128";

/** The second that a picture of GREYS shows. */
async function secondOf(file = '', region?: Region): Promise<number> {
  const whole = sharp(file).removeAlpha();
  const part = region ? whole.extract({ left: region.x, top: region.y, ...region }) : whole;
  const { channels } = await sharp(await part.png().toBuffer()).stats();
  return (((channels[0]?.mean ?? 0) * 219) / 255 + 16 - 20) / 10;
}

/** Each tile shows a second that its cue covers. */
async function expectTilesInOrder(made: Record<string, string>, leastTiles: number): Promise<void> {
  const cues = readCues(await readFile(made['storyboard.vtt'] ?? '', 'utf8'));
  expect(cues.length).toBeGreaterThanOrEqual(leastTiles);
  for (const [at, { from, to, region }] of cues.entries()) {
    expect(from).toBeCloseTo(cues[at - 1]?.to ?? 0, 3);
    const second = await secondOf(made['storyboard.webp'], region);
    expect(second, `the tile from ${from} s to ${to} s`).toBeGreaterThan(Math.floor(from) - 0.3);
    expect(second, `the tile from ${from} s to ${to} s`).toBeLessThan(to + 0.3);
  }
  expect(cues.at(-1)?.to).toBeCloseTo(20, 1);
}

describe('a film', () => {
  test('of some seconds has a poster, a storyboard and a preview, and nothing else is left', async () => {
    const shares: number[] = [];
    const file = await draw('plain', 'testsrc2=s=1440x810:r=5:d=10');
    const { folder: target, made, ...pictures } = await picture(file, { onProgress: (s) => shares.push(s) });
    expect(pictures.problems).toEqual([]);
    expect(Object.keys(made).sort()).toEqual(ALL);
    expect((await readdir(target)).sort()).toEqual(ALL);
    for (const width of [320, 640, 1280]) {
      const height = (width * 9) / 16;
      expect(await sizeOf(made[`${width}.webp`])).toBe(`webp ${width}x${height}`);
      expect(await sizeOf(made[`${width}.avif`])).toBe(`avif ${width}x${height}`);
    }
    expect(pictures.candidates).toHaveLength(8);
    expect(pictures.candidates).toContain(pictures.posterAtSeconds);
    expect(pictures.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    const purposes = pictures.files.map(({ purpose }) => purpose);
    expect(purposes).toEqual([...Array(6).fill('thumbnail'), 'play', 'play', 'preview']);
  });

  test('has a silent preview that starts at once', async () => {
    const file = await draw('with-sound', 'testsrc2=s=640x360:r=10:d=12[out0];sine=d=12[out1]');
    const { made } = await picture(file);
    const streams = await probePreview(made['preview.mp4']);
    expect(streams).toEqual([
      expect.objectContaining({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 480, height: 270 }),
    ]);
    // Six slices of 0.8 s.
    expect(Number(streams[0]?.duration)).toBeGreaterThan(4);
    expect(Number(streams[0]?.duration)).toBeLessThan(5);
    const boxes = readBoxes(await readFile(made['preview.mp4'] ?? '')).map(({ type }) => type);
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
  });

  test('of one frame that lasts for seconds has a poster alone', async () => {
    const { made, problems, posterAtSeconds, candidates } = await picture(
      await draw('one', 'testsrc2=s=320x180:r=10:d=0.1', ['-r', '1/5']),
    );
    expect(Object.keys(made).sort()).toEqual(POSTERS);
    expect({ problems, posterAtSeconds, candidates }).toEqual({
      problems: [],
      posterAtSeconds: 0,
      candidates: [0],
    });
  });
});

describe('the poster', () => {
  const STRIPES = 'testsrc2=s=320x180:r=10:d=10';

  test('is not taken from where a film is blurred', async () => {
    const source = `${STRIPES},gblur=sigma=9:enable='lt(t,7)'`;
    const { posterAtSeconds, candidates } = await picture(await draw('blurred', source));
    expect(candidates.filter((one) => one < 7)).toHaveLength(5);
    expect(posterAtSeconds).toBeGreaterThanOrEqual(7);
  });

  test('is the one that a person has chosen', async () => {
    const file = await draw('colours', GREYS);
    const late = await picture(file, { posterAt: 6.95 });
    expect(late.posterAtSeconds).toBe(6.95);
    // The first picture at or after the chosen second.
    expect(await secondOf(late.made['320.webp'])).toBeCloseTo(7, 0);
    expect(late.candidates).toHaveLength(8);
  });

  test('is another where the film has none at the chosen second, which is said', async () => {
    const pictures = await picture(await draw('short', STRIPES), { posterAt: 70 });
    expect(pictures.candidates).toContain(pictures.posterAtSeconds);
    expect(pictures.problems).toEqual([
      'There is no picture at 70 seconds, so the poster was chosen automatically.',
    ]);
  });
});

describe('the storyboard', () => {
  const DEAR = 125_000;

  test('shows the film in its order where only keyframes are decoded', async () => {
    const file = await draw('by-keyframes', GREYS, ['-g', '15', '-sc_threshold', '0']);
    const { made, candidates } = await picture(file, { frameRate: DEAR });
    // One keyframe per one and a half seconds.
    await expectTilesInOrder(made, 14);
    expect(candidates.every((one) => Math.abs((one / 1.5) % 1) < 0.01)).toBe(true);
    expect((await probePreview(made['preview.mp4']))[0]).toMatchObject({ codec_name: 'h264' });
  });

  test('is complete where keyframes are too few', async () => {
    const file = await draw('sparse', GREYS, ['-g', '1000', '-sc_threshold', '0']);
    const { made } = await picture(file, { frameRate: 37_500 });
    await expectTilesInOrder(made, 20);
  });
});

describe('what is no film', () => {
  test('is refused with a sentence, and leaves nothing behind', async () => {
    const target = await mkdtemp(path.join(folder, 'refused-'));
    const localPath = path.join(folder, 'text.mp4');
    await writeFile(localPath, 'This is a text.\n'.repeat(1000));
    const probed = { durationSeconds: 10, width: 320, height: 180 };
    const making = makePictures({ localPath, probed }, { folder: target, signal, threads: 1 });
    await expect(making).rejects.toMatchObject({
      code: 'not_video',
      message: 'No picture of the video could be decoded.',
    });
    expect(await readdir(target)).toEqual([]);
  });

  test('work that is cancelled ends, and leaves nothing behind', async () => {
    const file = await draw('long', 'testsrc2=s=640x360:r=25:d=12');
    const target = await mkdtemp(path.join(folder, 'cancelled-'));
    const controller = new AbortController();
    const probed = await probeVideo(file, { signal });
    const onProgress = () => controller.abort(new Error('enough'));
    const options = { folder: target, signal: controller.signal, threads: 1, onProgress };
    const making = makePictures({ localPath: file, probed }, options);
    await expect(making).rejects.toThrow('enough');
    expect(await readdir(target)).toEqual([]);
  });
});
