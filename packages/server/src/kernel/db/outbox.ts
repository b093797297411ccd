import type { Log } from '../lib/log.ts';
import type { Loop } from '../lib/loop.ts';
import type { Db } from './pool.ts';
import { numberOf } from './run-sql.ts';

const POLL_MS = 500;

/**
 * Has each area bring itself up to date with the oldest thousand changes in the outbox, by its function `follow_in_*` of
 * the database, and takes these out. Before a read that must not miss the last change. Returns how many there were.
 */
export function followOutbox(db: Db): Promise<number> {
  return numberOf(db)`select follow_outbox()`;
}

/** As `followOutbox`, until nothing is left. */
export async function drainOutbox(db: Db): Promise<void> {
  while ((await followOutbox(db)) > 0);
}

/** Follows the outbox until it is stopped. */
export function startFollowing(db: Db, log: Log): Loop {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void>;
  const follow = async () => {
    try {
      while (!isStopped && (await followOutbox(db)) > 0);
    } catch (error) {
      log.warn({ err: error }, 'The outbox could not be followed; tried again at once.');
    }
    if (!isStopped) timer = setTimeout(start, POLL_MS);
  };
  const start = () => {
    running = follow();
  };
  running = follow();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
