import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { judgeBackups } from './backup-state.ts';

const now = new Date('2026-11-24T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
const GOOD = {
  newestAt: daysAgo(0.3),
  verifiedAt: daysAgo(6),
  lost: 0,
  knownLost: undefined,
  faults: [] as string[],
};

test.each([
  [{}, 'ok'],
  [{ newestAt: null, verifiedAt: null }, 'none'],
  [{ newestAt: daysAgo(3) }, 'old'],
  [{ faults: ['jobs.copy.zst is missing.'], lost: 9 }, 'faulty'],
  // Verified or not, its rows name missing films.
  [{ lost: 3 }, 'incomplete'],
  [{ lost: 2 }, 'ok'],
  // Lost then, and back by now; or not lost then.
  [{ lost: 3, knownLost: 3 }, 'ok'],
  [{ lost: 2, knownLost: 1 }, 'incomplete'],
  [{ verifiedAt: daysAgo(10) }, 'unverified'],
])('with %o it is %s, if two files are known to be lost', (state, word) => {
  expect(judgeBackups({ ...GOOD, ...state }, readConfig({}, '/'), { now, knownLost: 2 })).toBe(word);
});
