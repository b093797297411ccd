import { expect, test } from 'vitest';
import { createKeyFilter } from './key-filter.ts';

test('added keys are found, and almost no others', () => {
  const filter = createKeyFilter(20_000);
  for (let n = 0; n < 20_000; n += 1) filter.add(`files/videos/${n}.mp4`);
  const found = (prefix: string) =>
    Array.from({ length: 20_000 }, (_, n) => filter.has(`${prefix}/${n}.mp4`)).filter(Boolean).length;
  expect(found('files/videos')).toBe(20_000);
  expect(found('files/others')).toBeLessThan(200);
});
