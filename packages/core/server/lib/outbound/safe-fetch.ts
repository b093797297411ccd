import type { Agent } from 'undici';
import type { OutboundAllow } from './address-guard.ts';
import {
  type AddressRules,
  checkAddress,
  createGuardedAgent,
  type ResolveHost,
  resolveBySystem,
} from './guarded-socket.ts';
import { requestError } from './network-error.ts';
import {
  type BodyLimits,
  type Chunks,
  charsetOf,
  decodeBody,
  decodeText,
  meterBody,
  readBytes,
  tooLargeError,
} from './response-body.ts';
import { formatSeconds, SourceError, statusError } from './source-error.ts';
import { createTransferControl, type TransferControl } from './transfer-control.ts';
import { sendRequest, type WireResponse } from './wire-request.ts';

export interface TransferLimits extends BodyLimits {
  headersTimeoutMs: number;
  /** To the last byte, including redirects and the reader's own time. */
  totalTimeoutMs: number;
  maxRedirects: number;
}

export interface SafeFetchOptions extends Partial<TransferLimits> {
  method?: 'GET' | 'HEAD' | 'POST';
  /** For a POST; its redirects are not followed, so data for one address reaches no other. */
  requestBody?: string;
  /** Lower-case names. `authorization` and `cookie` do not follow to another origin. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** True by default; otherwise the body is returned as sent. */
  decompress?: boolean;
  /** Awaited before each request and redirect to an allowed address. Throwing ends the fetch; its time does not count towards limits. */
  beforeRequest?: (url: URL, signal: AbortSignal) => Promise<void>;
  /** The caller handles a 304: see intake/server/manners. */
  conditional?: boolean;
}

export interface SafeResponse {
  url: string;
  status: number;
  /** Lower-case names; `content-length` and `content-encoding` describe the compressed body. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Readable once, even in part. Throws SourceError or the abort reason. */
  body: Chunks;
  /** Releases an unread body's connection. Harmless after reading. */
  discard(): void;
}

/** Throws SourceError, or `signal`'s reason. Any status is an answer: see `requireOk`. */
export type SafeFetch = (url: string, options?: SafeFetchOptions) => Promise<SafeResponse>;

export interface SafeFetchSettings {
  allow: OutboundAllow;
  userAgent: string;
  connectTimeoutMs?: number;
  limits?: Partial<TransferLimits>;
  ports?: readonly number[];
  resolveHost?: ResolveHost;
  onRequest?: OnRequest | undefined;
}

/** `outcome` is "2xx" or an error code, `ms` the time until the headers. */
export type OnRequest = (host: string, outcome: string, ms: number) => void;

const DEFAULT_LIMITS: TransferLimits = {
  maxBytes: 64_000_000,
  maxRedirects: 5,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 120_000,
  minBytesPerSecond: 1_000,
  minRateWindowMs: 30_000,
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PRIVATE_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * The only way this program fetches external addresses: only public ones (see guarded-socket.ts), every redirect checked
 * like the first, every transfer bounded in time, size and slowness. `close` ends all connections.
 */
export function createSafeFetch(settings: SafeFetchSettings): SafeFetch & { close(): Promise<void> } {
  const connectTimeoutMs = settings.connectTimeoutMs ?? 10_000;
  const resolveHost = settings.resolveHost ?? resolveBySystem;
  const { onRequest = () => {} } = settings;
  const rules = { allow: settings.allow, ports: settings.ports ?? [80, 443] };
  // Created by the first fetch: many web processes make none.
  let created: Promise<Agent> | undefined;
  const agent = () => {
    created ??= createGuardedAgent({ ...rules, resolveHost, connectTimeoutMs });
    return created;
  };
  const context: FetchContext = { agent, rules, userAgent: settings.userAgent, connectTimeoutMs, onRequest };
  const safeFetch: SafeFetch = async (url, options = {}) => {
    const limits = { ...DEFAULT_LIMITS, ...defined(settings.limits), ...defined(options) };
    const control = createTransferControl(limits.totalTimeoutMs, options.signal);
    try {
      const hop = await followRedirects(context, parseAddress(url), options, limits, control);
      return await toResponse(hop, options, limits, control);
    } catch (error) {
      control.finish();
      throw error;
    }
  };
  return Object.assign(safeFetch, { close: async () => (await created)?.destroy() });
}

/** Unless the status is 2xx, discards the response and throws a SourceError. */
export function requireOk(response: SafeResponse): SafeResponse {
  if (response.status >= 200 && response.status < 300) return response;
  response.discard();
  throw statusError(response.status, response.headers['retry-after']);
}

/** In the headers' charset, else UTF-8. Throws `too_large` above `maxBytes`. */
export async function readText(response: SafeResponse, maxBytes: number): Promise<string> {
  const { bytes, complete } = await readBytes(response.body, maxBytes);
  if (!complete) throw tooLargeError(maxBytes);
  return decodeText(bytes, charsetOf(response.headers['content-type']));
}

interface FetchContext {
  agent: () => Promise<Agent>;
  rules: AddressRules;
  userAgent: string;
  connectTimeoutMs: number;
  onRequest: OnRequest;
}

interface Hop {
  url: URL;
  data: WireResponse;
}

async function followRedirects(
  context: FetchContext,
  start: URL,
  options: SafeFetchOptions,
  limits: TransferLimits,
  control: TransferControl,
): Promise<Hop> {
  const seen = new Set<string>();
  let headers = requestHeaders(context.userAgent, options);
  for (let url = start; ; ) {
    seen.add(url.href);
    checkAddress(url, context.rules);
    const { beforeRequest } = options;
    if (beforeRequest) await control.outsideTime(() => beforeRequest(url, control.signal));
    const data = await requestOnce(context, url, { ...options, headers }, limits, control);
    const mayFollow = options.method !== 'POST' && REDIRECTS.has(data.status);
    const location = mayFollow ? first(data.headers.location) : undefined;
    if (location === undefined) return { url, data };
    data.body.destroy();
    const next = parseAddress(location, url);
    if (seen.has(next.href)) {
      throw new SourceError('redirect_loop', `The address redirects in a loop (${shorten(next.href)}).`);
    }
    if (seen.size > limits.maxRedirects) {
      throw new SourceError(
        'too_many_redirects',
        `The address redirects more than ${limits.maxRedirects} times.`,
      );
    }
    if (next.origin !== url.origin) headers = withoutPrivateHeaders(headers);
    url = next;
  }
}

async function requestOnce(
  { agent, connectTimeoutMs, onRequest }: FetchContext,
  url: URL,
  { method = 'GET', headers, requestBody: body }: SafeFetchOptions & { headers: Record<string, string> },
  limits: TransferLimits,
  control: TransferControl,
): Promise<WireResponse> {
  const disarm = control.arm(limits.headersTimeoutMs, () => {
    const sentence = `The address did not answer within ${formatSeconds(limits.headersTimeoutMs)}.`;
    return new SourceError('timeout', sentence);
  });
  const beganAt = performance.now();
  const tell = (outcome: string) => onRequest(url.host, outcome, performance.now() - beganAt);
  try {
    const answer = await sendRequest(await agent(), { url, method, headers, body, signal: control.signal });
    tell(`${Math.floor(answer.status / 100)}xx`);
    return answer;
  } catch (error) {
    const reason = control.signal.aborted
      ? control.signal.reason
      : requestError(error, url.host, connectTimeoutMs);
    tell(reason instanceof SourceError ? reason.code : 'aborted');
    throw reason;
  } finally {
    disarm();
  }
}

async function toResponse(
  { url, data }: Hop,
  options: SafeFetchOptions,
  limits: TransferLimits,
  control: TransferControl,
): Promise<SafeResponse> {
  const headers = plainHeaders(data.headers);
  const discard = () => {
    data.body.destroy();
    control.finish();
  };
  const metered = meterBody(data.body, control, limits, lengthOf(headers));
  if (options.method === 'HEAD') for await (const _ of metered); // frees the connection
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const asIs = options.decompress === false || options.method === 'HEAD' || coding === 'identity';
  const body = asIs ? metered : decodeBody(metered, coding, limits);
  return { url: url.href, status: data.status, headers, body: closing(body, discard), discard };
}

async function* closing(body: Chunks, discard: () => void): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } finally {
    discard();
  }
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url) {
    const shown = `"${shorten(text)}"`;
    const sentence = base
      ? `The address redirects to ${shown}, which is not an address.`
      : `${shown} is not an address.`;
    throw new SourceError('bad_address', sentence);
  }
  url.hash = '';
  return url;
}

function requestHeaders(userAgent: string, options: SafeFetchOptions): Record<string, string> {
  const coding = options.decompress === false ? 'identity' : 'gzip, deflate, br';
  return { accept: '*/*', 'accept-encoding': coding, ...options.headers, 'user-agent': userAgent };
}

function withoutPrivateHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !PRIVATE_HEADERS.has(name.toLowerCase())),
  );
}

function plainHeaders(headers: WireResponse['headers']): Record<string, string | undefined> {
  const plain: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

function lengthOf(headers: Record<string, string | undefined>): number | undefined {
  const text = headers['content-length'];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function defined<T extends object>(values: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
