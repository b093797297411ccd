import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allPairs } from './all-pairs.ts';

test('every two values of every two fields stand together in a row', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const choices = lengths.map((length, i) => Array.from({ length }, (_, a) => `${i}:${a}`));
      const rows = allPairs(choices);
      for (const [i, some] of choices.entries())
        for (const others of choices.slice(i + 1))
          for (const a of some)
            for (const b of others) expect(rows.some((row) => row.includes(a) && row.includes(b))).toBe(true);
    }),
  );
});

test('there are far fewer rows than pairs', () => {
  const choices = Array.from({ length: 20 }, () => [1, 2, 3, 4, 5]);
  expect(allPairs(choices).length).toBeLessThan(100);
});

test('one field has a row for each value, none has none', () => {
  expect(allPairs([[1, 2]])).toEqual([[1], [2]]);
  expect(allPairs([])).toEqual([]);
});
