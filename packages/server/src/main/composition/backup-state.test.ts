import { expect, test } from 'vitest';
import { systemClock } from '../../kernel/lib/clock.ts';
import { startTestBucket } from '../../test/s3-server.ts';
import { readConfig } from '../settings/config.ts';
import { judgeBackups, watchBackups } from './backup-state.ts';

test('the bucket of backups is asked again and again through one client', async () => {
  const bucket = await startTestBucket();
  const env = Object.entries(bucket.env).map(([name, value]) => [name.replace('S3_', 'BACKUP_S3_'), value]);
  const state = watchBackups(readConfig({ DATA_DIR: '/tmp', ...Object.fromEntries(env) }, '/'), systemClock);
  for (let n = 0; n < 5; n += 1) expect(await state()).toMatchObject({ newestAt: null });
  expect(await bucket.countConnections()).toBe(1);
  await bucket.close();
});

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
  // Verified or not: its rows name films that it does not have.
  [{ lost: 3 }, 'incomplete'],
  [{ lost: 2 }, 'ok'],
  // Known then, and here again by now; or not known then.
  [{ lost: 3, knownLost: 3 }, 'ok'],
  [{ lost: 2, knownLost: 1 }, 'incomplete'],
  [{ verifiedAt: daysAgo(10) }, 'unverified'],
])('with %o it is %s, where two files are known to be lost', (state, word) => {
  expect(judgeBackups({ ...GOOD, ...state }, readConfig({}, '/'), { now, knownLost: 2 })).toBe(word);
});
