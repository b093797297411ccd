import type { Counts } from '../counts.ts';
import { networkOf } from './network-address.ts';

export function createNetworkLimit(
  counts: Counts,
  { name, mostAnHour, networkOfAddress = networkOf }: NetworkLimitOptions,
) {
  const keyOf = (address: string, subject: string) => `${networkOfAddress(address)} ${subject}`;
  return {
    /** False if the network has used its share, per subject. */
    take: async (address: string, subject = '') => counts.take(name, keyOf(address, subject), mostAnHour),
    giveBack: (address: string, subject = '') => counts.giveBack(name, keyOf(address, subject)),
  };
}

export interface NetworkLimitOptions {
  name: string;
  mostAnHour: number;
  networkOfAddress?: (address: string) => string;
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;
