import { promises as dns } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainOf } from './network-address.ts';

export interface NameCheck {
  /** The address's host name, if below one of the domains and leading back to the address. */
  confirmedName(address: string, domains: readonly string[]): Promise<string | undefined>;
}

const TIMEOUT_MS = 2000;
const TRIES = 2;
/** For a whole check: a single query may take nearly all of it. */
const DEADLINE_MS = 5000;
/** An address's holder chooses the names and their number. */
const MOST_NAMES = 5;

/**
 * Forward-confirmed reverse DNS (RFC 8499, section 6): anybody can give an address any name, but not make that name lead
 * to the address. Throws if the servers (the system's by default) do not answer in time.
 */
export function createNameCheck({
  servers,
  timeoutMs = TIMEOUT_MS,
  deadlineMs = DEADLINE_MS,
}: {
  servers?: readonly string[] | undefined;
  timeoutMs?: number;
  deadlineMs?: number;
} = {}): NameCheck {
  return {
    async confirmedName(given, domains) {
      const address = plainOf(given);
      if (isIP(address) === 0 || address.includes('%')) return undefined;
      // One per check, because cancelling aborts all queries of a resolver.
      const resolver = new dns.Resolver({ timeout: timeoutMs, tries: TRIES });
      if (servers) resolver.setServers(servers);
      const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
      try {
        return await findName(resolver, address, domains);
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}

async function findName(
  resolver: dns.Resolver,
  address: string,
  domains: readonly string[],
): Promise<string | undefined> {
  const names = (await orNone(resolver.resolvePtr(pointerName(address)))).slice(0, MOST_NAMES).map(hostOf);
  for (const name of names.filter((one) => isBelow(one, domains))) {
    const back = await orNone(isIPv6(address) ? resolver.resolve6(name) : resolver.resolve4(name));
    if (rangesOf(back).check(address, familyOf(address))) return name;
  }
  return undefined;
}

export function createRangeCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = rangesOf(ranges);
  return (given) => {
    const address = plainOf(given);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length] = range.split('/');
    if (length === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(length), familyOf(address));
  }
  return list;
}

/** RFC 1035, section 3.5; RFC 3596, section 2.5. `resolver.reverse` cannot tell a missing name from servers that do not answer. */
export function pointerName(address: string): string {
  if (!isIPv6(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function hostOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function isBelow(name: string, domains: readonly string[]): boolean {
  return domains.some((domain) => name.endsWith(`.${domain}`));
}

/** No names, or no addresses, is an answer too. */
async function orNone(found: Promise<string[]>): Promise<string[]> {
  try {
    return await found;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === dns.NOTFOUND || code === dns.NODATA) return [];
    throw error;
  }
}
