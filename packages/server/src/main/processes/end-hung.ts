import type { Log } from '../../kernel/lib/log.ts';
import type { ChildProcess } from '../../kernel/lib/run-process.ts';

const ASK_EVERY_MS = 5000;
/** Half a minute. */
const MOST_MISSED = 6;

/**
 * Kills a process that no longer answers, once it was ready, so that another takes its place. Rounds are counted, not
 * time: after a sleep of the machine all clocks are ahead, but only one round was missed.
 */
export function endWhenHung(child: ChildProcess, ask: () => Promise<unknown>, log: Log): void {
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    if (missed === MOST_MISSED) {
      log.error({ pid: child.pid }, 'A process has not answered for 30 seconds: it is killed.');
      child.kill('SIGKILL');
    }
    missed += 1;
    if (missed > 1) return;
    ask().then(
      () => {
        missed = 0;
      },
      // It has gone.
      () => {},
    );
  }

  child.on('message', ({ ready }: { ready?: true }) => {
    if (ready) timer ??= setInterval(look, ASK_EVERY_MS).unref();
  });
  child.once('exit', () => clearInterval(timer));
}
