import { promises as dns } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

export interface NameCheck {
  /** The host name that an address has, if it ends in one of these domains and leads back to the address. */
  confirmedName(address: string, domains: readonly string[]): Promise<string | undefined>;
}

const TIMEOUT_MS = 2000;
const TRIES = 2;
/** For all questions of one check: a server may take nearly the whole time for each. */
const DEADLINE_MS = 5000;
/** An address's holder chooses its names, and how many there are. */
const MOST_NAMES = 5;

/**
 * Forward-confirmed reverse DNS (RFC 8499, section 6): an address's holder can give it any name, but cannot make that
 * name lead to the address. Names outside the domains are not looked up. Throws where the servers do not answer in time,
 * `timeoutMs` for a question and `deadlineMs` for all; `servers` are the system's by default.
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
      const address = plainAddress(given);
      if (isIP(address) === 0 || address.includes('%')) return undefined;
      // One for each check, because all that a resolver has asked is given up at once.
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

/** Whether an address is in one of the ranges in CIDR notation. */
export function createRangeCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = rangesOf(ranges);
  return (given) => {
    const address = plainAddress(given);
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

/**
 * Where an address's names are kept (RFC 1035, section 3.5; RFC 3596, section 2.5). `resolver.reverse` would do the same,
 * but calls it no such name when no server answers.
 */
export function pointerName(address: string): string {
  if (!isIPv6(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** Of an IPv4 address that a socket names in IPv6, the IPv4 one. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
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

/** An address without names, or a name without addresses, is an answer. */
async function orNone(found: Promise<string[]>): Promise<string[]> {
  try {
    return await found;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === dns.NOTFOUND || code === dns.NODATA) return [];
    throw error;
  }
}
