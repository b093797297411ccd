import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { SafeFetch, SafeFetchOptions, SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { type Admitted, type Breaker, classOfStatus, pausedError, type SourceFailure } from './breaker.ts';
import { conditionalHeaders } from './conditional.ts';
import { type HostQueue, hostOf } from './host-queue.ts';
import type { Pace } from './pace.ts';
import type { Places } from './places.ts';
import type { RobotsCache, RobotsVerdict } from './robots.ts';
import { type Approach, fetchInTurns, isNetworkError, pauseAsked } from './turns.ts';

export interface VisitDeps {
  db: Db;
  fetch: SafeFetch;
  pace: Pace;
  clock: Clock;
  queue: HostQueue;
  places: Places;
  breaker: Breaker;
  robots: RobotsCache;
}

export interface VisitRequest {
  sourceId: string | null;
  plannedUrl: string | undefined;
  url: string;
  maxWaitMs: number;
  options: SafeFetchOptions;
}

interface Visit extends VisitRequest {
  source: Admitted | undefined;
  /** Whether this visit requested robots.txt itself: shared answers count once. */
  askedRobots: boolean;
}

const DAY_MS = 86_400_000;

export async function visit(deps: VisitDeps, request: VisitRequest): Promise<SafeResponse> {
  const { breaker } = deps;
  request.options.signal?.throwIfAborted();
  const source = request.sourceId === null ? undefined : await breaker.admit(request.sourceId);
  const started: Visit = { ...request, source, askedRobots: false };
  if (!source) return fetchPolitely(deps, started);
  try {
    const response = await fetchPolitely(deps, started);
    await noteAnswer(deps, source, started, response).catch((error) => {
      response.discard();
      throw error;
    });
    return response;
  } catch (error) {
    const failure = failureOf(error, started);
    if (failure) await breaker.failed(source, failure);
    else await breaker.cameToNothing(source);
    throw error;
  }
}

async function fetchPolitely(deps: VisitDeps, started: Visit): Promise<SafeResponse> {
  const { url, options, source } = started;
  const asked = options.conditional && source ? await conditionalHeaders(deps.db, source.id, url) : {};
  const approach = (hop: URL, signal: AbortSignal) => approachHop(deps, started, hop, signal);
  const { fetch, queue, pace } = deps;
  const headers = { ...options.headers, ...asked };
  return fetchInTurns({ fetch, queue, approach, maxHoldMs: pace.maxHoldMs }, url, { ...options, headers });
}

async function approachHop(
  deps: VisitDeps,
  started: Visit,
  hop: URL,
  signal: AbortSignal,
): Promise<Approach> {
  const host = hostOf(hop);
  const free = await takePlace(deps, started, host, signal);
  try {
    const via = robotsFetch(deps, started);
    const verdict = await deps.robots.requireAllowed(hop.href, { signal, via });
    await stopWhereRobotsIsRefused(deps, started, hop, verdict);
    const gapMs = Math.max(ownGap(deps, started), crawlDelay(deps, verdict));
    const turn = await deps.queue.waitForTurn(host, { gapMs, maxWaitMs: started.maxWaitMs }, signal);
    return { turn, free };
  } catch (error) {
    free();
    throw error;
  }
}

async function takePlace(
  { places }: VisitDeps,
  { source, maxWaitMs }: Visit,
  host: string,
  signal: AbortSignal,
): Promise<() => void> {
  const patience = AbortSignal.timeout(maxWaitMs);
  try {
    return await places.take(host, source?.concurrency ?? 1, AbortSignal.any([signal, patience]));
  } catch (error) {
    signal.throwIfAborted();
    if (!patience.aborted) throw error;
    const sentence = `Other requests to ${host} have been running for a long time.`;
    throw new SourceError('host_waits', sentence, { retryAfterMs: maxWaitMs });
  }
}

/** robots.txt waits for its host's turn too, but needs neither permission nor place. */
function robotsFetch(deps: VisitDeps, started: Visit): SafeFetch {
  const { fetch, queue, pace } = deps;
  const gapMs = ownGap(deps, started);
  const approach = async (hop: URL, signal: AbortSignal): Promise<Approach> => {
    const turn = await queue.waitForTurn(hostOf(hop), { gapMs, maxWaitMs: started.maxWaitMs }, signal);
    started.askedRobots = true;
    return { turn, free: () => {} };
  };
  return (url, options) => fetchInTurns({ fetch, queue, approach, maxHoldMs: pace.maxHoldMs }, url, options);
}

/** May be 0 for the operator's own site. */
function ownGap({ pace }: VisitDeps, { source }: Visit): number {
  return source ? source.crawlDelayMs : pace.minGapMs;
}

function crawlDelay({ pace }: VisitDeps, { crawlDelayMs = 0 }: RobotsVerdict): number {
  if (crawlDelayMs <= pace.maxCrawlDelayMs) return crawlDelayMs;
  const seconds = Math.ceil(crawlDelayMs / 1000).toLocaleString('en');
  const sentence = `The site's robots.txt asks for ${seconds} seconds between two requests, so nothing is fetched there today.`;
  throw new SourceError('robots', sentence, { kind: 'transient', retryAfterMs: DAY_MS });
}

/**
 * RFC 9309 treats a refused robots.txt as no rules; for the source's own site we count it as a refusal. Storage hosts
 * answer 403 for any missing file.
 */
async function stopWhereRobotsIsRefused(
  { breaker, clock }: VisitDeps,
  { source, plannedUrl }: Visit,
  hop: URL,
  { refusedStatus }: RobotsVerdict,
): Promise<void> {
  const name = refusedStatus === undefined ? undefined : classOfStatus(refusedStatus);
  const baseUrl = source?.baseUrl ?? plannedUrl;
  if (!name || baseUrl === undefined || hop.origin !== URL.parse(baseUrl)?.origin) return;
  const message = `The site's robots.txt answered ${refusedStatus}.`;
  if (!source) throw new SourceError('robots', `${message} No source can be read there.`);
  await breaker.failed(source, { class: name, message, essential: true });
  const at = clock.now();
  throw pausedError(name, message, { until: new Date(at.getTime() + DAY_MS), at });
}

async function noteAnswer(
  { breaker, clock }: VisitDeps,
  source: Admitted,
  started: Visit,
  response: SafeResponse,
): Promise<void> {
  const name = classOfStatus(response.status);
  if (!name) return breaker.succeeded(source);
  const message = `${statusError(response.status).message} (${response.url.slice(0, 300)})`;
  const retryAfterMs = pauseAsked(response, clock.now());
  await breaker.failed(source, { class: name, message, retryAfterMs, essential: isEssential(started) });
}

function isEssential({ source, url, options }: Visit): boolean {
  return options.conditional === true || URL.parse(url)?.href === URL.parse(source?.baseUrl ?? '')?.href;
}

/** Undefined for an error that does not count, or was counted before. */
function failureOf(error: unknown, { askedRobots }: Visit): SourceFailure | undefined {
  if (isNetworkError(error)) return { class: 'network', message: error.message };
  if (!askedRobots || !(error instanceof SourceError) || error.code !== 'robots_unreachable')
    return undefined;
  const { cause, message } = error;
  const status = cause instanceof SourceError ? cause.status : undefined;
  return { class: (status === undefined ? undefined : classOfStatus(status)) ?? 'network', message };
}
