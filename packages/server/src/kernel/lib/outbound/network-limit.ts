import type { Counts } from '../counts.ts';
import { networkOf } from './network-address.ts';

/** Limits uses per network and hour; the hour begins with the network's first use. */
export function createNetworkLimit(
  counts: Counts,
  { name, mostAnHour, networkOfAddress = networkOf }: NetworkLimitOptions,
) {
  const keyOf = (address: string, subject: string) => `${networkOfAddress(address)} ${subject}`;
  return {
    /** False if the address's network has used its share, for one subject where there are several. */
    take: async (address: string, subject = '') => counts.take(name, keyOf(address, subject), mostAnHour),
    /** For uses that turned out not to count. */
    giveBack: (address: string, subject = '') => counts.giveBack(name, keyOf(address, subject)),
  };
}

export interface NetworkLimitOptions {
  /** What is limited. Each limit has its own. */
  name: string;
  mostAnHour: number;
  networkOfAddress?: (address: string) => string;
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;
