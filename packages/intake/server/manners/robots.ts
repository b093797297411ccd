import type { Clock } from '@vesper/core/lib/clock.ts';
import { PRODUCT_TOKEN } from '@vesper/core/lib/outbound/product-token.ts';
import { charsetOf, decodeText, readBytes } from '@vesper/core/lib/outbound/response-body.ts';
import type { SafeFetch, SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, type SourceErrorCode, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { orAborted } from '@vesper/core/lib/outbound/transfer-control.ts';
import { LRUCache } from 'lru-cache';
import { usableEtag } from './conditional.ts';
import type { RobotsFile } from './file-queries.ts';
import { crawlDelaySeconds, isAllowed, parseRobots, type Robots } from './robots-rules.ts';

export interface RobotsVerdict {
  allowed: boolean;
  crawlDelayMs: number | undefined;
  /** Set if the file could not be read: nothing is allowed for now. */
  unreachable: SourceError | undefined;
  /** 401, 403 or 451 for the file itself, which RFC 9309 treats as no rules. */
  refusedStatus: number | undefined;
}

export interface RobotsQuestion {
  signal?: AbortSignal | undefined;
  via?: SafeFetch | undefined;
}

export type RobotsCache = ReturnType<typeof createRobotsCache>;

export interface RobotsStore {
  load(origin: string): Promise<RobotsFile | undefined>;
  save(origin: string, file: RobotsFile): Promise<void>;
}

export interface RobotsCacheOptions {
  fetch: SafeFetch;
  clock: Clock;
  store?: RobotsStore | undefined;
}

interface Answer {
  robots: Robots;
  unreachable: SourceError | undefined;
  refusedStatus: number | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

interface Kept {
  answer: Promise<Answer>;
  /** None while the request is in progress. */
  expiresAt: number;
}

const MAX_BYTES = 500 * 1024;
const MAX_ORIGINS = 1_000;
const DAY_MS = 86_400_000;
const UNREACHABLE_MS = 120_000;

/**
 * Requests each origin's robots.txt at most once a day (RFC 9309 section 2.4), or every two minutes while
 * unreachable. 4xx and endless redirects mean no rules; 5xx, 429 and failed connections forbid everything (section
 * 2.3.1), also after the RFC's 30 days. Reads at most 500 KiB.
 */
export function createRobotsCache(options: RobotsCacheOptions) {
  const kept = new LRUCache<string, Kept>({ max: MAX_ORIGINS });
  const nowMs = () => options.clock.now().getTime();

  function answerFor(origin: string, via: SafeFetch): Promise<Answer> {
    const known = kept.get(origin);
    if (known && known.expiresAt > nowMs()) return known.answer;
    const entry: Kept = { answer: findAnswer(origin, via, options), expiresAt: Number.POSITIVE_INFINITY };
    entry.answer.then(
      ({ expiresAt }) => {
        entry.expiresAt = expiresAt;
      },
      () => kept.delete(origin),
    );
    kept.set(origin, entry);
    return entry.answer;
  }

  /** Throws only the signal's reason, `bad_address` and `host_waits`. */
  async function check(url: string, { signal, via }: RobotsQuestion = {}): Promise<RobotsVerdict> {
    const { origin, pathname, search } = parseAddress(url);
    // Callers share the answer, so one caller's signal must not end it.
    const answer = answerFor(origin, via ?? options.fetch);
    const { robots, unreachable, refusedStatus } = await (signal ? orAborted(answer, signal) : answer);
    const delay = crawlDelaySeconds(robots, PRODUCT_TOKEN);
    const allowed = !unreachable && isAllowed(robots, PRODUCT_TOKEN, pathname + search);
    return { allowed, crawlDelayMs: delay && delay * 1000, unreachable, refusedStatus };
  }

  /** Throws SourceError: `robots` (permanent) if not allowed, `robots_unreachable` if unknown. */
  async function requireAllowed(url: string, question?: RobotsQuestion): Promise<RobotsVerdict> {
    const verdict = await check(url, question);
    if (verdict.unreachable) throw unreachableError(verdict.unreachable);
    if (!verdict.allowed) {
      throw new SourceError('robots', "The site's robots.txt does not allow this address to be fetched.");
    }
    return verdict;
  }

  return { check, requireAllowed };
}

async function findAnswer(origin: string, via: SafeFetch, options: RobotsCacheOptions): Promise<Answer> {
  const { store, clock } = options;
  const stored = await store?.load(origin);
  if (stored && stored.expiresAt > clock.now()) return toAnswer(stored, options);
  const file = await readRobots(origin, via, stored, options);
  if ('unreachable' in file) {
    const expiresAt = clock.now().getTime() + UNREACHABLE_MS;
    return { ...file, robots: [], refusedStatus: undefined, expiresAt };
  }
  await store?.save(origin, file);
  return toAnswer(file, options);
}

function toAnswer({ status, body, error, expiresAt }: RobotsFile, { store }: RobotsCacheOptions): Answer {
  const refused = status === 401 || status === 403 || status === 451;
  return {
    robots: body === '' ? [] : parseRobots(body),
    unreachable: error ? toError(error, status) : undefined,
    refusedStatus: refused ? status : undefined,
    // A reset of a refused source deletes the stored answer; this one must not outlive it.
    expiresAt: refused && store ? 0 : expiresAt.getTime(),
  };
}

function toError({ code, message }: NonNullable<RobotsFile['error']>, status: number | null): SourceError {
  return new SourceError(code as SourceErrorCode, message, status === null ? {} : { status });
}

async function readRobots(
  origin: string,
  via: SafeFetch,
  stored: RobotsFile | undefined,
  { clock }: RobotsCacheOptions,
): Promise<RobotsFile | { unreachable: SourceError }> {
  const until = (durationMs: number) => new Date(clock.now().getTime() + durationMs);
  const none = { status: null, body: '', etag: null, error: null };
  try {
    const response = await via(`${origin}/robots.txt`, {
      totalTimeoutMs: 60_000,
      headers: { accept: 'text/plain, */*;q=0.5', ...(stored?.etag ? { 'if-none-match': stored.etag } : {}) },
    });
    const { status } = response;
    if (status === 304 && stored?.etag) {
      response.discard();
      return { ...stored, expiresAt: until(DAY_MS) };
    }
    if (status >= 200 && status < 300) {
      const etag = usableEtag(response.headers.etag);
      return { status, body: await readRules(response), etag, error: null, expiresAt: until(DAY_MS) };
    }
    response.discard();
    if (status < 500 && status !== 429) return { ...none, status, expiresAt: until(DAY_MS) };
    const { code, message } = statusError(status);
    return { ...none, status, error: { code, message }, expiresAt: until(UNREACHABLE_MS) };
  } catch (error) {
    if (!(error instanceof SourceError) || error.code === 'host_waits') throw error;
    if (error.code === 'redirect_loop' || error.code === 'too_many_redirects')
      return { ...none, expiresAt: until(DAY_MS) };
    // Our own refusal, which a setting may change.
    if (isOwnRefusal(error)) return { unreachable: error };
    const { code, message } = error;
    return { ...none, error: { code, message }, expiresAt: until(UNREACHABLE_MS) };
  }
}

/** Drops a line cut at 500 KiB: half a rule is another rule. */
async function readRules(response: SafeResponse): Promise<string> {
  const { bytes, complete } = await readBytes(response.body, MAX_BYTES);
  const text = decodeText(bytes, charsetOf(response.headers['content-type']));
  return complete ? text : text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

function isUnreached({ code }: SourceError): boolean {
  return code === 'dns' || code === 'dns_away' || code === 'connect' || code === 'tls';
}

function isOwnRefusal({ code }: SourceError): boolean {
  return code === 'private_address' || code === 'bad_address';
}

/** An address that may never be fetched keeps its own error. */
function unreachableError(cause: SourceError): SourceError {
  if (isOwnRefusal(cause)) return cause;
  const unread = "The site's robots.txt could not be read, so nothing is fetched there for now";
  const sentence = isUnreached(cause) ? `${cause.message} ${unread}.` : `${unread}: ${cause.message}`;
  return new SourceError('robots_unreachable', sentence, { cause, retryAfterMs: UNREACHABLE_MS });
}

function parseAddress(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new SourceError('bad_address', `"${url.slice(0, 200)}" is not an http or https address.`);
}
