import { faultsOf } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import type { Loop } from '../lib/loop.ts';
import type { Db } from './pool.ts';
import { numberOf } from './run-sql.ts';

const BATCH = 1_000;
const POLL_MS = 500;

/**
 * Applies the changes in the outbox by the database function `follow_in_*` of each area, and removes them. Call it
 * before a read that must not miss the last change.
 */
export async function drainOutbox(db: Db): Promise<void> {
  // A partial batch is the last: later changes are left to the next drain.
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
      const sentence = 'Sitemaps, charts, health and imports are not being updated.';
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
