import { LRUCache } from 'lru-cache';
import { networkOf } from '../../lib/network-address.ts';

const HOUR_MS = 3_600_000;

/** Counts by network; an hour begins with a network's first. Kept by each web process for itself. */
export function createNetworkLimit(mostAnHour: number) {
  const counts = new LRUCache<string, number>({ max: 100_000, ttl: HOUR_MS, noUpdateTTL: true });
  return {
    /** False if the network of that address has had its share. */
    take(address: string): boolean {
      const network = networkOf(address);
      const taken = counts.get(network) ?? 0;
      if (taken >= mostAnHour) return false;
      counts.set(network, taken + 1);
      return true;
    },
  };
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;
