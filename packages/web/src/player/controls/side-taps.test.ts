import { expect, it } from 'vitest';
import { SideTaps, sideOf, type TapSide } from './use-side-taps.ts';

it.each([
  ['right 0, right 200, right 900, right 1500', [0, 10, 20, 30]],
  ['left 0, left 400', [0, 0]],
  ['left 0, left 200, right 400, right 600', [0, 10, 0, 10]],
  ['middle 0, middle 100', [0, 0]],
  ['left 0, left 200, left 1100, left 1300', [0, 10, 0, 10]],
])('taps at %s ms seek by seconds', (made, seconds) => {
  const taps = new SideTaps();
  const tap = (one: string) => {
    const [side, atMs] = one.split(' ');
    return taps.tap(side as TapSide, Number(atMs));
  };
  expect(made.split(', ').map(tap)).toEqual(seconds);
});

it('takes the outer thirds for the sides', () => {
  const picture = { left: 100, width: 300 };
  expect([199, 201, 299, 301].map((x) => sideOf(x, picture))).toEqual(['left', 'middle', 'middle', 'right']);
});
