import { faultsOf } from '../../kernel/lib/faults.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { ChangeFeed } from '../../site/live/index.ts';

const RETRY_MS = 5_000;
const UNREAD = 'Settings could not be read.';

/** Runs `follow` at each change of the settings, one run after the other, and again after a pause until it succeeds. */
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

/** Takes over changed settings, and then reschedules; what could not be rescheduled is done at the next call. */
export function followSchedule(refresh: () => Promise<boolean>, reschedule: () => Promise<void>) {
  let isPending = false;
  return async () => {
    if (await refresh()) isPending = true;
    if (isPending) await reschedule();
    isPending = false;
  };
}
