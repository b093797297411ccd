import type { WorkingSetting } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { ChangeFeed } from '@vesper/site/live';
import { selectSettings } from '@vesper/site/settings';
import type { Config } from './config.ts';
import { readWorkingSettings, settingProblem } from './working-settings.ts';

export interface LiveConfig {
  /** Always this object: stored values replace defaults; the environment's stay. */
  config: Config;
  /** Reads stored settings. Returns whether anything changed. */
  refresh(): Promise<boolean>;
}

export function createLiveConfig(given: Config, db: Db, log: Log): LiveConfig {
  const config = { ...given };
  let last: Promise<unknown> = Promise.resolve();
  async function load(): Promise<boolean> {
    const stored = (await selectSettings(db)).flatMap(({ name, value }) =>
      value === null ? [] : [[name, value]],
    );
    const usable = stored.filter(([name = '', value = '']) => isUsable(name, value));
    const env = { ...Object.fromEntries(usable), ...Object.fromEntries(given.given) };
    const before = JSON.stringify(config);
    Object.assign(config, readWorkingSettings(env));
    return JSON.stringify(config) !== before;
  }
  /** Another version may have stored it. */
  function isUsable(name: string, value: string): boolean {
    const problem = settingProblem(name as WorkingSetting, value);
    if (problem) log.warn({ setting: name }, `A stored setting is not used: ${problem}`);
    return problem === undefined;
  }
  return {
    config,
    // One at a time: an older answer must not replace a newer one.
    refresh() {
      const next = last.then(load);
      last = next.catch(() => {});
      return next;
    },
  };
}

const RETRY_MS = 5_000;
const UNREAD = 'Settings could not be read.';

/** Runs `follow` at each change of the settings, one at a time, and retries until it succeeds. */
export function followSettings(
  feed: Pick<ChangeFeed, 'watch'>,
  { follow, log, retryMs = RETRY_MS }: { follow: () => Promise<unknown>; log: Log; retryMs?: number },
): { stop(): Promise<void> } {
  const faults = faultsOf(log);
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function run(): Promise<void> {
    clearTimeout(timer);
    if (isStopped) return;
    try {
      await follow();
      faults.end(UNREAD);
    } catch (error) {
      if (isStopped) return;
      faults.begin(UNREAD, { sentence: UNREAD, fields: { err: error }, level: 'warn' });
      timer = setTimeout(start, retryMs).unref();
    }
  }
  function start(): void {
    last = last.then(run);
  }
  feed.watch(['settings'], start);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return last;
    },
  };
}

/** Applies changed settings, then reschedules; a failed rescheduling is repeated by the next call. */
export function followSchedule(refresh: () => Promise<boolean>, reschedule: () => Promise<void>) {
  let isPending = false;
  return async () => {
    if (await refresh()) isPending = true;
    if (isPending) await reschedule();
    isPending = false;
  };
}
