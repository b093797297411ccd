import { describe, expect, test } from 'vitest';
import { frameArguments } from './grab-frames.ts';
import { previewArguments, stillArguments } from './picture-arguments.ts';
import { isCheapToDecode, planPictures, planSlices } from './picture-plan.ts';

const HOUR = 3600;
const film = { durationSeconds: HOUR, width: 1920, height: 1080, frameRate: 25 };

test('a short or small film is decoded whole, without a look at its keyframes', () => {
  expect(isCheapToDecode({ ...film, durationSeconds: 10 })).toBe(true);
  expect(isCheapToDecode({ ...film, durationSeconds: 60, width: 320, height: 180 })).toBe(true);
  expect(isCheapToDecode({ ...film, durationSeconds: 60, frameRate: 0 })).toBe(false);
});

describe('a plan', () => {
  test('has candidates from 5 % to 95 %, and a tile a second of a short film', () => {
    const plan = planPictures({ ...film, durationSeconds: 40 });
    expect(plan.candidates.map(Math.round)).toEqual([2, 7, 12, 17, 23, 28, 33, 38]);
    expect(plan.tiles).toMatchObject({ count: 40, stepSeconds: 1 });
  });

  test.each([
    [2.9, undefined],
    [3, 3],
    [36_000, 100],
  ])('of %d seconds has %s tiles', (durationSeconds, count) => {
    expect(planPictures({ ...film, durationSeconds }).tiles?.count).toBe(count);
  });

  test.each([
    [1080, 1920, { width: 720, height: 1280 }, { width: 108, height: 192 }, { width: 270, height: 480 }],
    [101, 55, { width: 101, height: 55 }, { width: 101, height: 55 }, { width: 100, height: 54 }],
    [4000, 4, { width: 1280, height: 1 }, { width: 192, height: 1 }, { width: 480, height: 2 }],
  ])('of %d x %d pixels keeps the shape, and enlarges nothing', (width, height, still, tile, preview) => {
    const plan = planPictures({ ...film, width, height });
    expect(plan.candidateSize).toEqual(still);
    expect(plan.tiles?.size).toEqual(tile);
    expect(plan.preview?.size).toEqual(preview);
  });

  test('of a single frame has no preview', () => {
    expect(planPictures({ ...film, durationSeconds: 0.04 }).preview).toBeUndefined();
  });
});

describe('slices', () => {
  test('of a short film are the film itself', () => {
    expect(planSlices(8)).toEqual([{ atSeconds: 0, seconds: 8 }]);
  });

  test.each([
    [8.1, 6],
    [14, 7],
    [HOUR, 8],
  ])('of a film of %d seconds are %d, in order, apart, and within it', (durationSeconds, count) => {
    const slices = planSlices(durationSeconds);
    expect(slices).toHaveLength(count);
    const ends = slices.map(({ atSeconds, seconds }) => atSeconds + seconds);
    for (const [at, { atSeconds }] of slices.entries())
      expect(atSeconds).toBeGreaterThanOrEqual(ends[at - 1] ?? 0);
    expect(ends.at(-1)).toBeLessThanOrEqual(durationSeconds);
  });
});

test('every input of ffmpeg is a local file of a known format', () => {
  const plan = planPictures(film);
  const runs = [
    stillArguments('/tmp/film.mp4', plan, { threads: 2, keyframesOnly: true }),
    previewArguments('/tmp/film.mp4', plan.preview!, 2),
    frameArguments('/tmp/film.mp4', [1, 2], { width: 320, height: 180 }),
  ];
  for (const args of runs) {
    const inputs = args.filter((_, at) => args[at - 1] === '-i');
    expect(new Set(inputs)).toEqual(new Set(['file:/tmp/film.mp4']));
    for (const option of ['-format_whitelist', '-protocol_whitelist'])
      expect(args.filter((arg) => arg === option)).toHaveLength(inputs.length);
  }
});
