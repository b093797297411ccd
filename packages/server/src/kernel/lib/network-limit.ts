import { LRUCache } from 'lru-cache';
import { networkOf } from './network-address.ts';

const HOUR_MS = 3_600_000;
const MOST_COUNTS = 100_000;

/** Counts by network; an hour begins with a network's first use. Each web process has its own. */
export function createNetworkLimit(
  mostAnHour: number,
  networkOfAddress = networkOf,
  now: () => number = () => performance.now(),
) {
  const counts = new LRUCache<string, number>({
    // Not `max`, which allocates for all of them at once.
    ...{ maxSize: MOST_COUNTS, sizeCalculation: () => 1, ttl: HOUR_MS, noUpdateTTL: true },
    ...{ ttlResolution: 0, perf: { now } },
  });
  return {
    /** False if the address's network has used its share, for one subject where there are several. */
    take(address: string, subject = ''): boolean {
      const key = `${networkOfAddress(address)} ${subject}`;
      const taken = counts.get(key) ?? 0;
      if (taken >= mostAnHour) return false;
      counts.set(key, taken + 1);
      return true;
    },
    /** For uses that turned out not to count. */
    giveBack(address: string, subject = ''): void {
      const key = `${networkOfAddress(address)} ${subject}`;
      const taken = counts.get(key) ?? 0;
      if (taken > 1) counts.set(key, taken - 1);
      else counts.delete(key);
    },
  };
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;
