import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Agent, buildConnector, buildConnector as connectors } from 'undici';
import { isPublicAddress, type OutboundAllow, withoutBrackets } from './address-guard.ts';
import { dnsError, silentDnsError } from './network-error.ts';
import { SourceError } from './source-error.ts';

/** Signed addresses can be long; servers accept no longer ones, and they would swamp error sentences. */
const MAX_ADDRESS_LENGTH = 8_000;
/** RFC 1035 section 2.3.4, as text. */
const MAX_HOST_LENGTH = 253;

export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

export interface AddressRules {
  allow: OutboundAllow;
  ports: readonly number[];
}

export interface GuardOptions extends AddressRules {
  resolveHost: ResolveHost;
  connectTimeoutMs: number;
}

/** IPv6 with or without brackets. Throws SourceError or a network error. */
export type OpenSocket = (hostname: string, port: number) => Promise<Socket>;

/** Shorter than the connection timeout, so that a dead resolver is not taken for a dead site. */
const RESOLVE_MS = 8000;

export const resolveBySystem: ResolveHost = async (hostname) => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(silentDnsError()), RESOLVE_MS);
  return Promise.race([systemLookup(hostname, { all: true }), late.promise]).finally(() =>
    clearTimeout(timer),
  );
};

/**
 * Before using the network: http or https, limited length, no credentials, allowed ports, no private literal; `allow`
 * lifts the last two. Throws SourceError.
 */
export function checkAddress(url: URL, rules: AddressRules): void {
  checkLength(url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = url.protocol.slice(0, -1);
    throw new SourceError('bad_address', `Only http and https addresses are fetched, not ${scheme}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new SourceError('bad_address', 'An address with a user name or a password in it is not fetched.');
  }
  checkHostAndPort(url.hostname, portOf(url.port, url.protocol), rules);
}

/**
 * The only way to connect to an external address. Against DNS rebinding a name is resolved once per connection, all its
 * addresses must be public, and exactly these go to the socket; the remote address is checked again before any data.
 */
export function createSocketOpener(options: GuardOptions): OpenSocket {
  const connectPublic = buildSocketConnector(options, publicLookup(options.resolveHost));
  const connectAllowed = buildSocketConnector(options, plainLookup(options.resolveHost));
  return async (hostname, port) => {
    const host = withoutBrackets(hostname);
    if (options.allow.has(host, port)) return openSocket(await connectAllowed(), host, port);
    checkHostAndPort(host, port, options);
    const socket = await openSocket(await connectPublic(), host, port);
    if (isPublicAddress(socket.remoteAddress ?? '')) return socket;
    socket.destroy();
    throw privateAddressError(socket.remoteAddress ?? 'unknown');
  };
}

export function portOf(port: string, protocol: string): number {
  if (port) return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function openSocket(connect: buildConnector.connector, hostname: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Plain TCP: callers put TLS on top of the checked socket.
    connect({ hostname, protocol: 'http:', port: String(port) }, (...[error, socket]) => {
      if (error) reject(error);
      else resolve(socket);
    });
  });
}

/** Loads undici with the first connection. */
function buildSocketConnector(options: GuardOptions, lookup: LookupFunction) {
  let connector: buildConnector.connector | undefined;
  return async (): Promise<buildConnector.connector> => {
    const undici = await import('undici');
    connector ??= undici.buildConnector({
      lookup,
      allowH2: false,
      timeout: options.connectTimeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
    } as buildConnector.BuildOptions);
    return connector;
  };
}

function checkLength({ href, hostname }: URL): void {
  if (href.length > MAX_ADDRESS_LENGTH) {
    const sentence = `An address of ${href.length} characters is longer than the ${MAX_ADDRESS_LENGTH} allowed.`;
    throw new SourceError('bad_address', sentence);
  }
  if (hostname.length > MAX_HOST_LENGTH) {
    const sentence = `A host name of ${hostname.length} characters is longer than the ${MAX_HOST_LENGTH} allowed.`;
    throw new SourceError('bad_address', sentence);
  }
}

function checkHostAndPort(hostname: string, port: number, rules: AddressRules): void {
  const host = withoutBrackets(hostname);
  if (rules.allow.has(host, port)) return;
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError(host);
  if (!rules.ports.includes(port)) {
    const allowed = rules.ports.length === 1 ? `${rules.ports[0]} is` : `${rules.ports.join(' and ')} are`;
    throw new SourceError('bad_address', `Port ${port} is not allowed; only ${allowed}.`);
  }
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

/** Called exactly once per connection. */
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

/** Every connection is opened by the guard, with TLS on top. */
export async function createGuardedAgent(options: GuardOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const open = createSocketOpener(options);
  const secure = buildConnector({ allowH2: false, timeout: options.connectTimeoutMs });
  const connect: connectors.connector = (target, callback) => {
    open(target.hostname, portOf(target.port, target.protocol)).then(
      (socket) => {
        if (target.protocol === 'https:') secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
  // Callers limit requests; a short keep-alive avoids most half-dead connections.
  return new Agent({ connect, allowH2: false, keepAliveTimeout: 2_000, keepAliveMaxTimeout: 10_000 });
}
