import { faultsOf } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import type { Loop } from '../lib/loop.ts';
import type { Db } from './pool.ts';
import { numberOf } from './run-sql.ts';

const BATCH = 1_000;
const POLL_MS = 500;

/**
 * Has each area bring itself up to date with the changes in the outbox, by its function `follow_in_*` of the database,
 * and takes these out: before a read that must not miss the last change.
 */
export async function drainOutbox(db: Db): Promise<void> {
  // One that is not full was the last: what came since belongs to others.
  while ((await numberOf(db)`select follow_outbox(${BATCH}::int)`) === BATCH);
}

export function startFollowing(db: Db, log: Log): Loop {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const follow = async () => {
    try {
      await drainOutbox(db);
      faultsOf(log).end('outbox');
    } catch (error) {
      const sentence = 'Sitemaps, charts, health and move-ins do not follow the videos.';
      faultsOf(log).begin('outbox', { sentence, fields: { err: error } });
    }
    if (!isStopped) timer = setTimeout(start, POLL_MS);
  };
  let running = follow();
  function start() {
    running = follow();
  }
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
