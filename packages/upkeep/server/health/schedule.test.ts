import { describe, expect, test } from 'vitest';
import { afterCheck, type Health, type Scheduled, type Verdict } from './schedule.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const PUBLISHED = Date.parse('2026-11-20T12:00:00Z');

const NEW: Health = {
  state: 'alive',
  intervalDays: 1,
  failuresInARow: 0,
  failingSince: null,
  suspicion: null,
  agreeing: 0,
  goneAt: null,
};
const ALIVE: Verdict = { class: 'alive' };
const fault = (name: Exclude<Verdict['class'], 'alive' | 'unknown'>): Verdict => ({
  class: name,
  message: 'So.',
});

/** Follows the schedule from a day after publishing; `waits` in hours. */
function run(
  verdicts: readonly Verdict[],
  from: Health = NEW,
): { last: Scheduled; waits: number[]; at: number } {
  let last: Scheduled = { ...from, nextCheckAt: new Date(PUBLISHED + DAY) };
  let at = PUBLISHED;
  const waits: number[] = [];
  for (const verdict of verdicts) {
    if (!last.nextCheckAt) throw new Error('Nobody looks any more.');
    at = last.nextCheckAt.getTime();
    last = afterCheck(last, verdict, new Date(at));
    waits.push(last.nextCheckAt ? (last.nextCheckAt.getTime() - at) / HOUR : Number.NaN);
  }
  return { last, waits, at };
}

const times = (n: number, verdict: Verdict) => Array.from({ length: n }, () => verdict);

describe('a living video', () => {
  test('is checked after one day, two, four and so on, up to thirty', () => {
    expect(run(times(7, ALIVE)).waits.map((hours) => hours / 24)).toEqual([2, 4, 8, 16, 30, 30, 30]);
  });

  test('keeps its interval through an outage, and starts again after a doubt', () => {
    const old = run(times(4, ALIVE)).last;
    expect(run([fault('unreachable'), ALIVE], old).last).toMatchObject({ state: 'alive', intervalDays: 30 });
    expect(run([fault('deleted'), ALIVE], old).last).toMatchObject({
      state: 'alive',
      intervalDays: 1,
      failuresInARow: 0,
      failingSince: null,
      suspicion: null,
    });
  });

  test('is not suspected because we may not check it', () => {
    const unknown: Verdict = { class: 'unknown', message: 'robots.txt' };
    expect(run([unknown])).toMatchObject({ last: NEW, waits: [24] });
    expect(run([{ ...unknown, retryInMs: 90_000 }])).toMatchObject({ last: NEW, waits: [0.025] });
    expect(run([{ ...unknown, retryInMs: 0 }]).waits[0]).toBeCloseTo(1 / 60);
    expect(run([{ ...unknown, retryInMs: 1e12 }]).waits).toEqual([24]);
  });
});

describe('a failing video', () => {
  test('is tried again after an hour, six, and then daily', () => {
    const { last, waits } = run(times(5, fault('unreachable')));
    expect(waits).toEqual([1, 6, 24, 24, 24]);
    expect(last).toMatchObject({
      state: 'suspect',
      failuresInARow: 5,
      failingSince: new Date(PUBLISHED + DAY),
    });
  });

  test.each([
    [['deleted'], 'suspect'],
    [['deleted', 'deleted'], 'gone'],
    [['deleted', 'unreachable', 'deleted'], 'gone'],
    [['deleted', 'alive', 'deleted'], 'suspect'],
    [['private', 'private'], 'suspect'],
    [['private', 'private', 'private'], 'gone'],
    [['changed_type', 'private', 'changed_type', 'changed_type'], 'suspect'],
    [['changed_type', 'unreachable', 'changed_type', 'changed_type'], 'gone'],
  ] as const)('%j makes it %s', (names, state) => {
    const verdicts = names.map((name) => (name === 'alive' ? ALIVE : fault(name)));
    expect(run(verdicts).last.state).toBe(state);
  });

  test('is gone when nobody has answered for seven days, and not before', () => {
    const { last, at } = run(times(8, fault('unreachable')));
    expect(last.state).toBe('suspect');
    expect(at - PUBLISHED - DAY).toBeLessThan(7 * DAY);
    const after = run(times(10, fault('unreachable')));
    expect(after.last.state).toBe('gone');
    expect(after.last.goneAt?.getTime()).toBeGreaterThanOrEqual(PUBLISHED + 8 * DAY);
  });
});

describe('a gone video', () => {
  const gone = run(times(2, fault('deleted'))).last;

  test('is checked weekly, for ninety days', () => {
    let checks = 0;
    let last = gone;
    while (last.nextCheckAt) {
      expect(last.nextCheckAt.getTime() - (gone.goneAt?.getTime() ?? 0)).toBeLessThanOrEqual(90 * DAY);
      last = afterCheck(last, fault('unreachable'), last.nextCheckAt);
      expect(last.state).toBe('gone');
      checks += 1;
    }
    expect(checks).toBe(12);
    expect(last.goneAt).toEqual(gone.goneAt);
  });
});
