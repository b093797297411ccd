import { expect, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { type LaneVisits, visitLanes } from './visit-lanes.ts';

const signal = new AbortController().signal;

interface Named {
  name: string;
  lane: string;
}

/** Batches of names such as "a1", of lane "a". */
function visitsOf(batches: string[][], visit: (name: string) => Promise<void>) {
  const returned: string[] = [];
  const visits: LaneVisits<Named> = {
    claim: async () => (batches.shift() ?? []).map((name) => ({ name, lane: name.slice(0, 1) })),
    visit: ({ name }) => visit(name),
    giveBack: async (left) => {
      returned.push(...left.map(({ name }) => name));
    },
  };
  return { returned, visits };
}

test('lanes run in parallel, each in turn, batch after batch', async () => {
  const begun: string[] = [];
  const bothBegun = Promise.withResolvers<void>();
  const { visits, returned } = visitsOf([['a1', 'b1', 'a2'], ['a3']], async (name) => {
    begun.push(name);
    if (begun.includes('a1') && begun.includes('b1')) bothBegun.resolve();
    await bothBegun.promise;
  });
  await visitLanes(visits, { clock: systemClock, signal });
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(returned).toEqual([]);
});

test('after an error the rest is given back, and the error thrown', async () => {
  const { visits, returned } = visitsOf([['a1', 'a2', 'b1']], async (name) => {
    if (name === 'a1') throw new Error('Broken.');
  });
  await expect(visitLanes(visits, { clock: systemClock, signal })).rejects.toThrow('Broken.');
  expect(returned).toEqual(['a1', 'a2']);
});
