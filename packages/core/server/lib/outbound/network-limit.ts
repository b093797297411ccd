import type { Counts } from '../counts.ts';
import { lineOf, networkOf } from './network-address.ts';

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

export type NetworkShares = Pick<NetworkLimit, 'take'>;

/**
 * Per network and subject; beyond it a little per line, and for all lines of a network, as some have thousands: a
 * neighbour's flood does not lock others out.
 */
export function createNetworkShares(
  counts: Counts,
  { mostOfALine, mostBeyond, ...limit }: NetworkLimitOptions & Record<'mostOfALine' | 'mostBeyond', number>,
): NetworkShares {
  const { name } = limit;
  const networks = createNetworkLimit(counts, limit);
  const lines = createNetworkLimit(counts, {
    ...{ name: `${name}-of-a-line`, mostAnHour: mostOfALine, networkOfAddress: lineOf },
  });
  const beyond = createNetworkLimit(counts, { name: `${name}-beyond`, mostAnHour: mostBeyond });
  return {
    take: async (address, subject) =>
      (await networks.take(address, subject)) ||
      ((await lines.take(address, subject)) && (await beyond.take(address, subject))),
  };
}
