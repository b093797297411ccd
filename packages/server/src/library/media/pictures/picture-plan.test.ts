import { describe, expect, test } from 'vitest';
import { isCheapToDecode, keyframesServe, planPictures, planSlices, tileSeconds } from './picture-plan.ts';

const HOUR = 3600;
const film = { durationSeconds: HOUR, width: 1920, height: 1080, frameRate: 25 };

/** Keyframes every so many seconds, and of them the first of each tile's part of the film. */
function keyframesEvery(distance: number, durationSeconds = HOUR) {
  const seconds = Array.from({ length: Math.ceil(durationSeconds / distance) }, (_, at) => at * distance);
  const slot = (time: number) => Math.floor(time / tileSeconds(durationSeconds));
  return { seconds, kept: seconds.filter((time, at) => at === 0 || slot(time) > slot(seconds[at - 1] ?? 0)) };
}

test('a short or small film is decoded whole, without a look at its keyframes', () => {
  expect(isCheapToDecode({ ...film, durationSeconds: 10 })).toBe(true);
  expect(isCheapToDecode({ ...film, durationSeconds: 60 })).toBe(false);
  expect(isCheapToDecode({ ...film, durationSeconds: 60, width: 320, height: 180 })).toBe(true);
  expect(isCheapToDecode({ ...film, durationSeconds: 60, frameRate: 0 })).toBe(false);
});

describe('keyframes serve', () => {
  test.each([
    ['where there are many', 2, HOUR, true],
    ['where they are ten seconds apart, in five minutes', 10, 300, true],
    ['not where they are ten seconds apart, in one minute', 10, 60, false],
    ['not where there is one in five minutes', 300, HOUR, false],
    ['not where there is one alone', HOUR, HOUR, false],
  ])('%s', (_, distance, durationSeconds, expected) => {
    const keyframes = keyframesEvery(distance, durationSeconds);
    expect(keyframesServe({ ...film, durationSeconds }, keyframes)).toBe(expected);
    const { decoding } = planPictures({ ...film, durationSeconds }, keyframes);
    expect(decoding).toBe(expected ? 'keyframes' : 'all');
  });

  test('not where a large part of the film has none', () => {
    const { seconds, kept } = keyframesEvery(2);
    const inFirstHalf = (time: number) => time < HOUR / 2;
    const uneven = { seconds: seconds.filter(inFirstHalf), kept: kept.filter(inFirstHalf) };
    expect(uneven.kept).toHaveLength(50);
    expect(keyframesServe(film, uneven)).toBe(false);
  });

  test('in a handful where decoding everything would take too long', () => {
    const ten = { ...film, durationSeconds: 10 * HOUR };
    expect(keyframesServe(ten, keyframesEvery(HOUR, 10 * HOUR))).toBe(true);
    expect(keyframesServe(ten, keyframesEvery(2 * HOUR, 10 * HOUR))).toBe(false);
  });
});

describe('a plan', () => {
  test('by keyframes names eight of the kept ones as candidates, and has a tile for each', () => {
    const keyframes = keyframesEvery(2);
    const plan = planPictures(film, keyframes);
    expect(plan.candidates.indexes).toEqual([5, 18, 31, 44, 56, 69, 82, 95]);
    expect(plan.candidates.seconds).toEqual(plan.candidates.indexes.map((index) => keyframes.kept[index]));
    expect(plan.tiles).toMatchObject({ count: 100, size: { width: 192, height: 108 } });
    expect(plan.preview?.slices.every(({ atSeconds }) => atSeconds % 2 === 0)).toBe(true);
  });

  test('of everything has candidates from 5 % to 95 %, and a tile a second of a short film', () => {
    const plan = planPictures({ ...film, durationSeconds: 40 });
    expect(plan.decoding).toBe('all');
    expect(plan.candidates.seconds.map(Math.round)).toEqual([2, 7, 12, 17, 23, 28, 33, 38]);
    expect(plan.tiles).toMatchObject({ count: 40, stepSeconds: 1 });
  });

  test.each([
    [2.9, undefined],
    [3, 3],
    [99.4, 99],
    [100, 100],
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

  test('of what hardly lasts has no preview', () => {
    expect(planPictures({ ...film, durationSeconds: 0.04 }).preview).toBeUndefined();
  });
});

describe('slices', () => {
  test.each([0.6, 5, 8])('of a film of %d seconds are the film itself', (durationSeconds) => {
    expect(planSlices(durationSeconds, [0])).toEqual([
      { atSeconds: 0, seconds: durationSeconds, atKeyframe: true },
    ]);
  });

  test.each([
    [8.1, 6],
    [14, 7],
    [16, 8],
    [30, 8],
    [HOUR, 8],
  ])('of a film of %d seconds are %d, in order, apart, and within it', (durationSeconds, count) => {
    for (const keyframes of [[], keyframesEvery(0.5, durationSeconds).seconds, [durationSeconds - 0.1]]) {
      const slices = planSlices(durationSeconds, keyframes);
      expect(slices).toHaveLength(count);
      const ends = slices.map(({ atSeconds, seconds }) => atSeconds + seconds);
      for (const [at, { atSeconds }] of slices.entries()) {
        expect(atSeconds).toBeGreaterThanOrEqual(ends[at - 1] ?? 0);
      }
      expect(ends.at(-1)).toBeLessThanOrEqual(durationSeconds);
    }
  });

  test('begin at a keyframe of their part where it has one', () => {
    const slices = planSlices(80, [0, 13, 14.5, 19.9, 26]);
    expect(slices.map(({ atSeconds, atKeyframe }) => (atKeyframe ? atSeconds : undefined))).toEqual([
      0,
      14.5,
      26,
      ...Array(5).fill(undefined),
    ]);
  });
});
