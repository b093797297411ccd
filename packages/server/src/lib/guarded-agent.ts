import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress, type OutboundAllow, withoutBrackets } from './address-guard.ts';
import { dnsError } from './network-error.ts';
import { SourceError } from './source-error.ts';

/** Resolves a host name to all its addresses. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

export interface GuardedAgentOptions {
  allow: OutboundAllow;
  /** The ports that may be asked without an entry in `allow`. */
  ports: readonly number[];
  resolveHost: ResolveHost;
  connectTimeoutMs: number;
}

export type AddressRules = Pick<GuardedAgentOptions, 'allow' | 'ports'>;

/**
 * Refuses an address before anything is asked of the network: http and https only, no user name or password,
 * the allowed ports only, no literal private address; `allow` lifts the last two. Throws SourceError.
 */
export function checkAddress(url: URL, rules: AddressRules): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, -1);
    throw new SourceError('bad_address', `Only http and https addresses are fetched, not ${scheme}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new SourceError('bad_address', 'An address with a user name or a password in it is not fetched.');
  }
  checkHostAndPort(url.hostname, url.port, url.protocol, rules);
}

/**
 * An agent whose every connection goes to a public address, or to a host and port that `allow` names. A name is
 * resolved once for a connection, all its addresses must be public, and just these are handed to the socket,
 * so that there is no moment between check and use in which the answer could change (DNS rebinding). The
 * address at the other end is checked once more when the connection stands.
 */
export function createGuardedAgent(options: GuardedAgentOptions): Agent {
  const connectPublic = buildSocketConnector(options, publicLookup(options.resolveHost));
  const connectAllowed = buildSocketConnector(options, plainLookup(options.resolveHost));
  const connect: buildConnector.connector = (target, callback) => {
    if (options.allow.has(target.hostname, portOf(target.port, target.protocol))) {
      connectAllowed(target, callback);
      return;
    }
    try {
      checkHostAndPort(target.hostname, target.port, target.protocol, options);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connectPublic(target, (...[error, socket]) => {
      if (error) {
        callback(error, null);
      } else if (isPublicAddress(socket.remoteAddress ?? '')) {
        callback(null, socket);
      } else {
        socket.destroy();
        callback(privateAddressError(socket.remoteAddress ?? 'unknown'), null);
      }
    });
  };
  // The time limits of a request are the caller's; a short keep-alive spares us most half-dead connections.
  return new Agent({ connect, allowH2: false, keepAliveTimeout: 2_000, keepAliveMaxTimeout: 10_000 });
}

function buildSocketConnector(
  options: GuardedAgentOptions,
  lookup: LookupFunction,
): buildConnector.connector {
  return buildConnector({
    lookup,
    allowH2: false,
    timeout: options.connectTimeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  } as buildConnector.BuildOptions);
}

function checkHostAndPort(hostname: string, urlPort: string, protocol: string, rules: AddressRules): void {
  const host = withoutBrackets(hostname);
  const port = portOf(urlPort, protocol);
  if (rules.allow.has(host, port)) return;
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError(host);
  if (!rules.ports.includes(port)) {
    const sentence = `Port ${port} is not allowed; only ${rules.ports.join(' and ')} are.`;
    throw new SourceError('bad_address', sentence);
  }
}

function portOf(port: string, protocol: string): number {
  if (port) return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function privateAddressError(ip: string): SourceError {
  const sentence = `The address leads to a private network address (${ip}), which is not allowed.`;
  return new SourceError('private_address', sentence);
}

function publicLookup(resolveHost: ResolveHost): LookupFunction {
  return plainLookup(async (hostname) => {
    const addresses = await resolveHost(hostname);
    const bad = addresses.find(({ address }) => !isPublicAddress(address));
    if (bad) throw privateAddressError(bad.address);
    return addresses;
  });
}

/** `resolveHost` in the shape that a socket wants; it is asked exactly once for a connection. */
function plainLookup(resolveHost: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    const wanted = options.family === 4 || options.family === 6 ? options.family : undefined;
    const answer = (addresses: LookupAddress[]) => {
      const usable = addresses.filter(({ family }) => wanted === undefined || family === wanted);
      const first = usable[0];
      if (!first) callback(dnsError(undefined, hostname), []);
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    };
    const refuse = (error: unknown) =>
      callback(error instanceof SourceError ? error : dnsError(error, hostname), []);
    resolveHost(hostname).then(answer, refuse);
  };
}
