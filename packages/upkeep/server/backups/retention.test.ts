import { expect, test } from 'vitest';
import { nameFor } from './manifest.ts';
import { backupsToKeep } from './retention.ts';

const DAY_MS = 24 * 3600 * 1000;
const last = new Date('2026-11-24T03:00:00Z');
const daysAgo = (days: number) => nameFor(new Date(last.getTime() - days * DAY_MS));
const names = (count: number) => Array.from({ length: count }, (_, index) => daysAgo(count - 1 - index));
const keptOf = (...args: Parameters<typeof backupsToKeep>) => [...backupsToKeep(...args)].toSorted();

test('the newest of each of the latest days, weeks and months are kept', () => {
  const all = names(400);
  expect(keptOf(all, { daily: 3, weekly: 0, monthly: 0 })).toEqual([daysAgo(2), daysAgo(1), daysAgo(0)]);
  // 2026-11-24 is a Tuesday.
  expect(keptOf(all, { daily: 0, weekly: 3, monthly: 0 })).toEqual([daysAgo(9), daysAgo(2), daysAgo(0)]);
  const months = keptOf(all, { daily: 0, weekly: 0, monthly: 3 }).map((name) => name.slice(0, 10));
  expect(months).toEqual(['2026-09-30', '2026-10-31', '2026-11-24']);
  expect(keptOf(all, { daily: 7, weekly: 4, monthly: 12 }).length).toBeLessThanOrEqual(23);
});

test('of several a day the newest counts, and the newest of all stays whatever the rule', () => {
  const [early, late] = [
    nameFor(new Date('2026-11-24T01:00:00Z')),
    nameFor(new Date('2026-11-24T02:00:00Z')),
  ];
  expect(keptOf([late, early], { daily: 5, weekly: 0, monthly: 0 })).toEqual([late]);
  expect(keptOf([late, early], { daily: 0, weekly: 0, monthly: 0 })).toEqual([late]);
  expect(keptOf([], { daily: 1, weekly: 1, monthly: 1 })).toEqual([]);
});

test('the newest that is known to be good stays, however old', () => {
  const all = names(60);
  const rule = { daily: 3, weekly: 0, monthly: 0 };
  expect(keptOf(all, rule, daysAgo(50))).toEqual([daysAgo(50), daysAgo(2), daysAgo(1), daysAgo(0)]);
});

test('removing again removes nothing, whenever it runs', () => {
  const rule = { daily: 7, weekly: 4, monthly: 6 };
  const kept = keptOf(names(500), rule);
  expect(keptOf(kept, rule)).toEqual(kept);
});
