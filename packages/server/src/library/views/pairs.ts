import type { Db } from '../../kernel/db/pool.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import { faultsOf } from '../../kernel/lib/faults.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { createNetworkLimit } from '../../kernel/lib/outbound/network-limit.ts';
import { markPairs, type PairVisit } from './pair-queries.ts';

/** Pairs marked per hour for one network. */
const MOST_A_NETWORK = 120;
/** Gathered between two writes; more are forgotten. */
const MOST_GATHERED = 5000;

/** Gathers pairs of videos watched after each other until they are written. What is lost is only not counted. */
export function createPairs({ db, counts, log }: { db: Db; counts: Counts; log: Log }) {
  const networks = createNetworkLimit(counts, { name: 'watched pairs', mostAnHour: MOST_A_NETWORK });
  const faults = faultsOf(log);
  let gathered: PairVisit[] = [];
  return {
    async note(visit: PairVisit, address: string): Promise<void> {
      if (gathered.length < MOST_GATHERED && (await networks.take(address))) gathered.push(visit);
    },
    async flush(): Promise<void> {
      if (gathered.length === 0) return;
      const batch = gathered;
      gathered = [];
      try {
        await markPairs(db, batch);
        faults.end('watched pairs');
      } catch (error) {
        const sentence = 'Watched pairs cannot be written.';
        faults.begin('watched pairs', { sentence, fields: { err: error } });
      }
    },
  };
}
