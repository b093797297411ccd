import type { Counts } from '../../kernel/lib/counts.ts';
import { isLoopback, networkOf } from '../../kernel/lib/network-address.ts';

const NAME = 'media transfers';

/**
 * Counts the open transfers of each visitor's network, at most `most`; 0 for no limit. Loopback is not counted: behind
 * a proxy that is not trusted, all visitors seem to come from there.
 */
export function createTransferLimit(counts: Counts, most: number) {
  return {
    /** Undefined if there are too many. Otherwise a transfer has begun; call the result once when it is over. */
    async begin(address: string): Promise<(() => void) | undefined> {
      if (most === 0 || isLoopback(address)) return () => {};
      const network = networkOf(address);
      if (!(await counts.begin(NAME, network, most))) return undefined;
      return () => counts.end(NAME, network);
    },
  };
}

export type TransferLimit = ReturnType<typeof createTransferLimit>;
