import type { Clock } from '../../lib/clock.ts';
import { charsetOf, decodeText, readBytes } from '../../lib/response-body.ts';
import type { SafeFetch, TransferLimits } from '../../lib/safe-fetch.ts';
import { SourceError, statusError } from '../../lib/source-error.ts';
import { orAborted } from '../../lib/transfer-control.ts';
import { crawlDelaySeconds, isAllowed, NO_RULES, parseRobots, type Robots } from './robots-rules.ts';

export interface RobotsVerdict {
  allowed: boolean;
  /** The pause that the site asks for between two requests. */
  crawlDelayMs: number | undefined;
  /** The sitemaps that the file names, as they stand there. */
  sitemaps: readonly string[];
  /** Why the file could not be read; then nothing is allowed for now. */
  unreachable: SourceError | undefined;
}

export interface RobotsCache {
  /** What the site of `url` says about it. Throws nothing but the reason of `signal` and `bad_address`. */
  check(url: string, signal?: AbortSignal): Promise<RobotsVerdict>;
  /** Throws SourceError: `robots` (permanent) if it is not allowed, `robots_unreachable` if nobody knows. */
  requireAllowed(url: string, signal?: AbortSignal): Promise<RobotsVerdict>;
}

export interface RobotsCacheOptions {
  fetch: SafeFetch;
  clock: Clock;
  /** The name by which robots.txt files address this crawler, letters, "-" and "_" only. */
  productToken: string;
  transfer?: Partial<TransferLimits>;
}

interface Answer {
  robots: Robots;
  unreachable: SourceError | undefined;
}

interface Kept {
  answer: Promise<Answer>;
  /** Milliseconds since 1970; while the answer is on its way, none. */
  expiresAt: number;
}

const MAX_BYTES = 500 * 1024;
const MAX_ORIGINS = 1_000;
const DAY_MS = 86_400_000;
/** So soon is a robots.txt asked for again that could not be read: its site can be down for a moment only. */
const UNREACHABLE_MS = 120_000;

/**
 * Asks each origin for its robots.txt at most once a day (RFC 9309 section 2.4), or every two minutes while it
 * cannot be read. 4xx and endless redirects mean that there are no rules; 5xx, 429, a broken or a refused
 * connection mean that nothing may be fetched (section 2.3.1). At most 500 KiB are read.
 */
export function createRobotsCache(options: RobotsCacheOptions): RobotsCache {
  const kept = new Map<string, Kept>();

  function answerFor(origin: string): Promise<Answer> {
    const nowMs = options.clock.now().getTime();
    const known = kept.get(origin);
    if (known && known.expiresAt > nowMs) return known.answer;
    const entry: Kept = { answer: readRobots(origin, options), expiresAt: Number.POSITIVE_INFINITY };
    entry.answer.then(
      ({ unreachable }) => {
        entry.expiresAt = options.clock.now().getTime() + (unreachable ? UNREACHABLE_MS : DAY_MS);
      },
      () => kept.delete(origin),
    );
    kept.delete(origin);
    kept.set(origin, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_ORIGINS) break;
      kept.delete(oldest);
    }
    return entry.answer;
  }

  async function check(url: string, signal?: AbortSignal): Promise<RobotsVerdict> {
    const { origin, pathname, search } = parseAddress(url);
    // The answer is for everyone who waits for it, so one caller's signal must not end it.
    const answer = answerFor(origin);
    const { robots, unreachable } = await (signal ? orAborted(answer, signal) : answer);
    const delay = crawlDelaySeconds(robots, options.productToken);
    return {
      allowed: !unreachable && isAllowed(robots, options.productToken, pathname + search),
      crawlDelayMs: delay === undefined ? undefined : delay * 1000,
      sitemaps: robots.sitemaps,
      unreachable,
    };
  }

  async function requireAllowed(url: string, signal?: AbortSignal): Promise<RobotsVerdict> {
    const verdict = await check(url, signal);
    if (verdict.unreachable) throw unreachableError(verdict.unreachable);
    if (!verdict.allowed) {
      throw new SourceError('robots', "The site's robots.txt does not allow this address to be fetched.");
    }
    return verdict;
  }

  return { check, requireAllowed };
}

async function readRobots(origin: string, { fetch, transfer }: RobotsCacheOptions): Promise<Answer> {
  try {
    const limits = { totalTimeoutMs: 60_000, ...transfer };
    const response = await fetch(`${origin}/robots.txt`, {
      ...limits,
      headers: { accept: 'text/plain, */*;q=0.5' },
    });
    if (response.status >= 200 && response.status < 300) {
      const { bytes } = await readBytes(response.body, MAX_BYTES);
      const text = decodeText(bytes, charsetOf(response.headers['content-type']));
      return { robots: parseRobots(text), unreachable: undefined };
    }
    response.discard();
    if (response.status >= 500 || response.status === 429) {
      return { robots: NO_RULES, unreachable: statusError(response.status, response.headers['retry-after']) };
    }
    return { robots: NO_RULES, unreachable: undefined };
  } catch (error) {
    return answerToError(error);
  }
}

function answerToError(error: unknown): Answer {
  if (!(error instanceof SourceError)) throw error;
  const endless = error.code === 'redirect_loop' || error.code === 'too_many_redirects';
  return { robots: NO_RULES, unreachable: endless ? undefined : error };
}

/** An address that may never be reached says so itself; other faults are the robots.txt's and may pass. */
function unreachableError(cause: SourceError): SourceError {
  if (cause.code === 'private_address' || cause.code === 'bad_address') return cause;
  const sentence = `The site's robots.txt could not be read, so nothing is fetched there for now: ${cause.message}`;
  const { retryAfterMs } = cause;
  return new SourceError('robots_unreachable', sentence, {
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function parseAddress(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new SourceError('bad_address', `"${url.slice(0, 200)}" is not an http or https address.`);
}
