import { type DomainConfig, publicOrigin } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import type { Teller } from './note-pages.ts';
import {
  deleteOtherTargets,
  deleteTold,
  endLease,
  insertTargets,
  type Lease,
  leaseTarget,
  obtainKey,
  selectDueTargets,
  selectWaiting,
  type TargetUpdate,
  type WaitingPage,
} from './queries.ts';

/** Per submission (https://www.indexnow.org/documentation). */
const MOST_ADDRESSES = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Between submissions of the same page (https://www.indexnow.org/faq). */
const ROUND_MS = 10 * MINUTE_MS;
/** Well above the duration of a submission. */
const LEASE_MS = 2 * MINUTE_MS;
const MOST_TARGETS = 1000;

interface Telling extends Teller {
  db: Db;
  fetch: SafeFetch;
  clock: Clock;
  most?: number;
}

/** One submission per engine and domain. If its end is not recorded, it is repeated when the lease expires. */
export async function tellEngines(
  telling: Telling,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<void> {
  const { db, endpoints, domains, clock } = telling;
  const configs = new Map((await domains.withPublicNames()).map((config) => [config.domain, config]));
  const targets = { endpoints, domains: [...configs.keys()] };
  await insertTargets(db, targets);
  await deleteOtherTargets(db, targets);
  for (const target of await selectDueTargets(db, { now: clock.now(), limit: MOST_TARGETS })) {
    signal.throwIfAborted();
    const config = configs.get(target.domain);
    const now = clock.now();
    const lease = await leaseTarget(db, target, { now, until: new Date(now.getTime() + LEASE_MS) });
    if (!lease || !config) continue;
    const problem = await tell(telling, { lease, config, signal });
    if (problem !== null) log.warn({ ...target, problem }, 'An IndexNow submission failed.');
  }
}

interface Leased {
  lease: Lease;
  config: DomainConfig;
  signal: AbortSignal;
}

/** Returns the problem, if any. */
async function tell(telling: Telling, { lease, config, signal }: Leased): Promise<string | null> {
  const { db, fetch, clock, most = MOST_ADDRESSES } = telling;
  const pages = await selectWaiting(db, lease, most);
  const isEmpty = pages.length === 0;
  const submission = {
    ...{ endpoint: lease.endpoint, origin: publicOrigin(config), key: await obtainKey(db, lease.domain) },
    addresses: pages.map(({ address }) => address),
  };
  const outcome = isEmpty ? 'told' : await submit(fetch, submission, signal);
  const update =
    outcome === 'told'
      ? afterSuccess(lease, { pages, isLast: pages.length < most, now: clock.now() })
      : afterProblem(lease, { outcome, now: clock.now() });
  const end = async (tx: Db) => {
    if ((await endLease(tx, lease, update)) && outcome === 'told')
      await deleteTold(tx, lease.endpoint, pages);
  };
  await transaction(db, end, { retry: ['deadlock'] });
  return update.problem;
}

/** The rest of a round follows after a minute, the next round after the pause: no page is submitted twice within it. */
function afterSuccess(
  { round_ends }: Lease,
  { pages, isLast, now }: { pages: readonly WaitingPage[]; isLast: boolean; now: Date },
): TargetUpdate {
  const pauseMs = isLast ? ROUND_MS : MINUTE_MS;
  return {
    due_at: new Date(now.getTime() + (pages.length === 0 ? 0 : pauseMs)),
    round_ends: isLast ? null : round_ends,
    failures: 0,
    problem: null,
    told: pages.length === 0 ? null : { at: now, count: pages.length },
  };
}

/** As the engine asks, or doubling: from a minute to four hours, or an hour to a day if only a person can fix it. */
function afterProblem(
  { failures, round_ends }: Lease,
  { outcome, now }: { outcome: Exclude<Outcome, 'told'>; now: Date },
): TargetUpdate {
  const { problem, waits, retryAfterMs = 0 } = outcome;
  const [first, longest] = waits ? [MINUTE_MS, 4 * HOUR_MS] : [HOUR_MS, 24 * HOUR_MS];
  const pauseMs = Math.max(
    Math.min(first * 2 ** Math.min(failures, 20), longest),
    Math.min(retryAfterMs, 24 * HOUR_MS),
  );
  return {
    due_at: new Date(now.getTime() + pauseMs),
    ...{ round_ends, failures: failures + 1, problem, told: null },
  };
}

interface Submission {
  endpoint: string;
  origin: string;
  key: string;
  addresses: readonly string[];
}

type Outcome =
  | 'told'
  /** `waits`: may succeed later by itself. */
  | { problem: string; waits: boolean; retryAfterMs?: number | undefined };

const ANSWER_MS = 30_000;

/** https://www.indexnow.org/documentation, "Response format". */
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The engine could not read the submission (400).',
  403: 'The engine does not accept the key (403): it must be able to read the key file.',
  422: 'The engine says that the addresses belong to another host, or that the key is malformed (422).',
  429: 'The engine received too many submissions (429).',
};

/** 202: received, but the key is yet to be checked. Throws the reason of an aborted signal. */
async function submit(
  fetch: SafeFetch,
  { endpoint, origin, key, addresses }: Submission,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = {
    ...{ host: new URL(origin).host, key, keyLocation: `${origin}${keyPath(key)}` },
    urlList: addresses,
  };
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      requestBody: JSON.stringify(body),
      totalTimeoutMs: ANSWER_MS,
      signal,
    });
    response.discard();
    const { status, headers } = response;
    if (status === 200 || status === 202) return 'told';
    const { kind, message, retryAfterMs } = statusError(status, headers['retry-after']);
    return { problem: PROBLEMS[status] ?? message, waits: kind === 'transient', retryAfterMs };
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error;
    return { problem: error.message, waits: error.kind === 'transient' };
  }
}

function keyPath(key: string): string {
  return `/${key}.txt`;
}
