import { isLoopback, networkOf } from '../../kernel/lib/network-address.ts';

/**
 * How many transfers a visitor's network has under way, of at most `most`; 0 is no limit. Of one process. Loopback is
 * not counted: behind a proxy whose word is not believed all visitors seem to be there.
 */
export function createTransferLimit(most: number) {
  const counts = new Map<string, number>();
  return {
    /** Undefined if there are enough. Else a transfer has begun; call the answer once when it is over. */
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
