import { isLoopback, networkOf } from '../../kernel/lib/network-address.ts';

/**
 * Counts the open transfers of each visitor's network, at most `most`; 0 for no limit. Of one process. Loopback is not
 * counted: behind a proxy that is not trusted, all visitors seem to come from there.
 */
export function createTransferLimit(most: number) {
  const counts = new Map<string, number>();
  return {
    /** Undefined if there are too many. Otherwise a transfer has begun; call the result once when it is over. */
    begin(address: string): (() => void) | undefined {
      if (most === 0 || isLoopback(address)) return () => {};
      const network = networkOf(address);
      const count = counts.get(network) ?? 0;
      if (count >= most) return undefined;
      counts.set(network, count + 1);
      return () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

export type TransferLimit = ReturnType<typeof createTransferLimit>;
