import { expect, test } from 'vitest';
import { MOST_PREVIEW_BYTES, previewRate } from './preview.ts';

test.each([0.5, 3, 6.4, 8])(
  'the rate of %d seconds keeps below the size, a second ahead included',
  (seconds) => {
    const bytes = (previewRate(seconds) * 1000 * (seconds + 1)) / 8;
    expect(bytes).toBeLessThanOrEqual(MOST_PREVIEW_BYTES * 0.86);
    expect(previewRate(seconds)).toBeLessThanOrEqual(500);
    expect(previewRate(seconds, 0.1)).toBeLessThan(previewRate(seconds));
  },
);
