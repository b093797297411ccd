import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import {
  countFailure,
  deleteFailuresBefore,
  type FailureClass,
  returnTrial,
  type SourceState,
  selectSourceState,
  takeTrial,
} from './breaker-queries.ts';
import type { Pace } from './pace.ts';

export interface BreakerOptions {
  db: Db;
  pace: Pace;
  clock?: Clock | undefined;
}

export interface SourceFailure {
  class: FailureClass;
  /** A sentence. */
  message: string;
  retryAfterMs?: number | undefined;
  /** A list file or robots.txt was refused, on which the whole source depends. */
  essential?: boolean;
}

export interface Admitted extends SourceState {
  id: string;
  trial: boolean;
}

export type Breaker = ReturnType<typeof createBreaker>;

/** The longest one request takes with all its waiting; then another may be the trial. */
const TRIAL_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

const STRUCK_OUT = 'This source was disabled after three copyright strikes and is no longer fetched.';

const CLASS_WORDS: Readonly<Record<FailureClass, string>> = {
  401: 'it asks for a login (401)',
  403: 'it refuses access (403)',
  429: 'it reports too many requests (429)',
  451: 'it refuses access for legal reasons (451)',
  '5xx': 'it answers with server errors (5xx)',
  network: 'it cannot be reached (network)',
};

/**
 * One breaker per source and kind of failure. Opens after several failures in a row, at once after a 401 or 451, or a
 * 403 for a list file or robots.txt; refusals last a day. Then one trial: success closes all breakers, failure
 * reopens its own for longer.
 */
export function createBreaker({ db, pace, clock }: BreakerOptions) {
  const moment = () => clock?.now() ?? null;

  /** Undefined if the source is gone. Throws `source_paused` if it must not be fetched from now. */
  async function admit(sourceId: string): Promise<Admitted | undefined> {
    const state = await selectSourceState(db, sourceId, moment());
    if (!state) return undefined;
    if (state.isStruckOut) throw new SourceError('source_paused', STRUCK_OUT, { retryAfterMs: DAY_MS });
    const opened = state.breakers.filter((one) => one.openUntil !== null);
    const open = opened.find(({ openUntil }) => openUntil !== null && openUntil > state.at);
    if (open) throw pausedError(open.class, open.message, { until: open.openUntil, at: state.at });
    const [due] = opened;
    if (due && !(await takeTrial(db, sourceId, { trialMs: TRIAL_MS, moment: moment() })))
      throw pausedError(due.class, due.message, { until: null, at: state.at });
    return { ...state, id: sourceId, trial: due !== undefined };
  }

  async function failed(source: Admitted, failure: SourceFailure): Promise<void> {
    const refusal = isRefusal(failure.class);
    const openMs = refusal ? Math.max(DAY_MS, pace.breakerMs) : pace.breakerMs;
    await countFailure(db, {
      sourceId: source.id,
      class: failure.class,
      message: failure.message,
      stops: stopsAtOnce(failure),
      breakerAfter: pace.breakerAfter,
      openMs: Math.max(openMs, Math.min(failure.retryAfterMs ?? 0, pace.maxRetryAfterMs)),
      maxOpenMs: Math.max(openMs, pace.maxBreakerMs),
      moment: moment(),
    });
  }

  async function succeeded(source: Admitted): Promise<void> {
    if (source.breakers.length > 0) await deleteFailuresBefore(db, source.id, source.at);
  }

  async function cameToNothing(source: Admitted): Promise<void> {
    if (source.trial) await returnTrial(db, source.id);
  }

  return { admit, failed, succeeded, cameToNothing };
}

export function classOfStatus(status: number): FailureClass | undefined {
  if (status === 401 || status === 403 || status === 429 || status === 451) return `${status}`;
  return status >= 500 ? '5xx' : undefined;
}

function isRefusal(name: FailureClass): boolean {
  return name === '401' || name === '403' || name === '451';
}

function stopsAtOnce({ class: name, essential }: SourceFailure): boolean {
  return name === '401' || name === '451' || (name === '403' && essential === true);
}

/** Without `until`, the pause is over and another request is the trial. */
export function pausedError(
  name: FailureClass,
  message: string,
  { until, at }: { until: Date | null; at: Date },
): SourceError {
  const why = `${CLASS_WORDS[name]}. Last message: ${message}`;
  const sentence = until
    ? `This source is paused until ${formatMoment(until)}, because ${why}`
    : `This source was paused and is being tested with one request, because ${why}`;
  const retryAfterMs = until ? until.getTime() - at.getTime() : TRIAL_MS;
  return new SourceError('source_paused', sentence, { retryAfterMs });
}
