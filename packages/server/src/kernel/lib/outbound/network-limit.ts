import type { Counts } from '../counts.ts';
import { networkOf } from './network-address.ts';

/** The hour begins with the network's first use. */
export function createNetworkLimit(
  counts: Counts,
  { name, mostAnHour, networkOfAddress = networkOf }: NetworkLimitOptions,
) {
  const keyOf = (address: string, subject: string) => `${networkOfAddress(address)} ${subject}`;
  return {
    /** False if the network has used its share, per subject. */
    take: async (address: string, subject = '') => counts.take(name, keyOf(address, subject), mostAnHour),
    /** For uses that do not count after all. */
    giveBack: (address: string, subject = '') => counts.giveBack(name, keyOf(address, subject)),
  };
}

export interface NetworkLimitOptions {
  /** Unique per limit. */
  name: string;
  mostAnHour: number;
  networkOfAddress?: (address: string) => string;
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;
