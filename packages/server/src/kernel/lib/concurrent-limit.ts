import type { Counts } from './counts.ts';
import { isLoopback, networkOf } from './outbound/network-address.ts';

/**
 * Limits what each visitor's network has open at once to `most`; 0 for no limit. Loopback is not counted: behind a
 * proxy that is not trusted, all visitors seem to come from there.
 */
export function createConcurrentLimit(counts: Counts, { name, most }: { name: string; most: number }) {
  return {
    /** Undefined if there are too many. Otherwise one has begun; call the result once when it is over. */
    async begin(address: string): Promise<(() => void) | undefined> {
      if (most === 0 || isLoopback(address)) return () => {};
      const network = networkOf(address);
      if (!(await counts.begin(name, network, most))) return undefined;
      return () => counts.end(name, network);
    },
  };
}

export type ConcurrentLimit = ReturnType<typeof createConcurrentLimit>;
