import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import { expect, test, vi } from 'vitest';
import { followSchedule, followSettings } from './live-config.ts';

function startFollowing(follow: () => Promise<unknown>, log: Log = silentLog) {
  let change = () => {};
  const feed = {
    watch(_: readonly string[], onChange: () => void) {
      change = onChange;
    },
  };
  const { stop } = followSettings(feed, { follow, log, retryMs: 1 });
  return { change: () => change(), stop };
}

test('a change is retried until applied, with the schedule', async () => {
  const done: string[] = [];
  let faults = ['refresh', 'reschedule', 'reschedule'];
  const attempt = async (what: string) => {
    if (faults[0] === what) {
      faults = faults.slice(1);
      throw new Error('The database is away.');
    }
    done.push(what);
  };
  let isChanged = true;
  const refresh = async () => {
    await attempt('refresh');
    const was = isChanged;
    isChanged = false;
    return was;
  };
  const { change, stop } = startFollowing(followSchedule(refresh, () => attempt('reschedule')));
  change();
  await vi.waitUntil(() => done.includes('reschedule'), { timeout: 60_000, interval: 1 });
  expect(done).toEqual(['refresh', 'refresh', 'refresh', 'reschedule']);
  change();
  await vi.waitUntil(() => done.length === 5, { timeout: 60_000, interval: 1 });
  await stop();
  expect(done.at(-1)).toBe('refresh');
});
