import { describe, expect, test } from 'vitest';
import { measureStill, scoreStill } from './poster.ts';

const size = { width: 64, height: 36 };

function still(value: (x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    value(at % size.width, Math.floor(at / size.width)),
  );
}

const score = (value: (x: number, y: number) => number) => scoreStill(measureStill(still(value), size));

const sharp = (x: number, y: number) => (((x >> 2) + (y >> 2)) % 2 ? 190 : 60);
const blurred = (x: number, y: number) => 125 + 60 * Math.sin(x / 9) * Math.sin(y / 9);
const noise = (x: number, y: number) => (x * 7919 + y * 104_729) % 5;

describe('a score', () => {
  test.each([
    ['black', () => 0],
    ['white', () => 255],
    ['grey', () => 128],
  ])('of a picture that is all %s is nothing', (_, value) => {
    expect(score(value)).toBe(0);
  });

  test('is best for what is sharp and bright enough', () => {
    expect(score(sharp)).toBeGreaterThan(0.7);
    expect(score(sharp)).toBeGreaterThan(2 * score(blurred));
    expect(score(sharp)).toBeGreaterThan(2 * score((x, y) => sharp(x, y) / 6));
    expect(score(sharp)).toBeGreaterThan(2 * score((x, y) => 235 + sharp(x, y) / 10));
    expect(score(sharp)).toBeGreaterThan(score((x, y) => (sharp(x, y) > 100 ? 255 : 0)));
    expect(score(blurred)).toBeGreaterThan(score((x, y) => 8 + noise(x, y)));
  });
});

test('sharpness is the variance of the Laplacian', () => {
  const spot = Uint8Array.from([0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0]);
  // The Laplacian of the two inner pixels is 40 and -10: mean 15, variance 625.
  expect(measureStill(spot, { width: 4, height: 3 }).sharpness).toBe(625);
});
