import { expect, it } from 'vitest';
import { SideTaps, sideOf, type TapSide } from './use-side-taps.ts';

it.each<[string, [TapSide, number][], number[]]>([
  ['a single tap', [['right', 0]], [0]],
  [
    'a double tap, and more',
    [
      ['right', 0],
      ['right', 200],
      ['right', 900],
      ['right', 1500],
    ],
    [0, 10, 20, 30],
  ],
  [
    'two slow taps',
    [
      ['left', 0],
      ['left', 400],
    ],
    [0, 0],
  ],
  [
    'another side',
    [
      ['left', 0],
      ['left', 200],
      ['right', 400],
      ['right', 600],
    ],
    [0, 10, 0, 10],
  ],
  [
    'the middle',
    [
      ['middle', 0],
      ['middle', 100],
    ],
    [0, 0],
  ],
  [
    'a rest after a double tap',
    [
      ['left', 0],
      ['left', 200],
      ['left', 1100],
      ['left', 1300],
    ],
    [0, 10, 0, 10],
  ],
])('%s comes to so many seconds', (_, made, seconds) => {
  const taps = new SideTaps();
  expect(made.map(([side, atMs]) => taps.tap(side, atMs))).toEqual(seconds);
});

it('takes the outer thirds for the sides', () => {
  const picture = { left: 100, width: 300 };
  expect([100, 199, 201, 299, 301, 400].map((x) => sideOf(x, picture))).toEqual([
    'left',
    'left',
    'middle',
    'middle',
    'right',
    'right',
  ]);
});
