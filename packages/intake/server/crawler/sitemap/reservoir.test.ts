import { expect, test } from 'vitest';
import { createReservoir } from './sitemap-at-random.ts';

test('a reservoir keeps as many as it may, each with the same chance', () => {
  const hits = new Array(20).fill(0);
  for (let turn = 0; turn < 4000; turn += 1) {
    const reservoir = createReservoir<number>(5);
    for (let n = 0; n < 20; n += 1) reservoir.add(n);
    const taken = reservoir.take();
    expect(new Set(taken).size).toBe(5);
    for (const n of taken) hits[n] += 1;
  }
  // A quarter of 4000; six standard deviations are 164.
  for (const n of hits) expect(Math.abs(n - 1000)).toBeLessThan(164);
});
