const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** While it is alive the interval doubles from a day up to this. */
const LONGEST_INTERVAL_DAYS = 30;
/** While it is suspect: after the first failure, the second, and all further ones. */
const RETRIES_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS] as const;
/** No answer for this long. */
const UNREACHABLE_MS = 7 * DAY_MS;
/** How often, and how long, a gone one is still checked: it may come back. */
const GONE_INTERVAL_MS = 7 * DAY_MS;
const GONE_WATCH_MS = 90 * DAY_MS;

/** The faults that a check can find. */
export type FaultClass = 'deleted' | 'private' | 'legal' | 'redirected' | 'changed_type' | 'unreachable';

/**
 * A check's result: alive; a fault, with its sentence; or `unknown`, because it was not allowed to look. With
 * `retryInMs` not even that: its turn had not come.
 */
export type Verdict =
  | { class: 'alive' }
  | { class: FaultClass; message: string }
  | { class: 'unknown'; message: string; retryInMs?: number };

/** What is remembered between two checks; the columns of video_health. */
export interface Health {
  state: 'alive' | 'suspect' | 'gone';
  intervalDays: number;
  failuresInARow: number;
  failingSince: Date | null;
  suspicion: string | null;
  agreeing: number;
  goneAt: Date | null;
}

export interface Scheduled extends Health {
  nextCheckAt: Date | null;
}

/**
 * How many checks in a row, at least an hour apart (see RETRIES_MS), must agree before a video counts as gone. A clear
 * statement of the server counts sooner than what may be a glitch of its login or redirects. Being unreachable proves
 * nothing by itself, however often.
 */
const SAID_ENOUGH: Record<Exclude<FaultClass, 'unreachable'>, number> = {
  deleted: 2,
  legal: 2,
  private: 3,
  redirected: 3,
  changed_type: 3,
};

/** What to remember after a check, and when the next one is. Pure. */
export function afterCheck(health: Health, verdict: Verdict, now: Date): Scheduled {
  if (verdict.class === 'alive') return afterLife(health, now);
  if (verdict.class === 'unknown') return { ...health, nextCheckAt: afterNothing(health, verdict, now) };
  const failed = countFailure(health, verdict.class, now);
  if (health.state === 'gone') return { ...failed, nextCheckAt: nextWhileGone(health, now) };
  if (isGone(failed, verdict.class, now)) {
    return { ...failed, state: 'gone', goneAt: now, nextCheckAt: later(now, GONE_INTERVAL_MS) };
  }
  const retryMs = RETRIES_MS[Math.min(failed.failuresInARow, RETRIES_MS.length) - 1] ?? DAY_MS;
  return { ...failed, state: 'suspect', nextCheckAt: later(now, retryMs) };
}

function afterLife(health: Health, now: Date): Scheduled {
  // An outage is not the video's fault; one that seemed deleted is watched closely again.
  const doubtful = health.state === 'gone' || health.agreeing > 0;
  const intervalDays = doubtful ? 1 : Math.min(health.intervalDays * 2, LONGEST_INTERVAL_DAYS);
  return {
    state: 'alive',
    intervalDays,
    failuresInARow: 0,
    failingSince: null,
    suspicion: null,
    agreeing: 0,
    goneAt: null,
    nextCheckAt: later(now, intervalDays * DAY_MS),
  };
}

function afterNothing(health: Health, { retryInMs }: { retryInMs?: number }, now: Date): Date | null {
  if (retryInMs !== undefined) return later(now, Math.min(Math.max(retryInMs, 60_000), DAY_MS));
  if (health.state === 'gone') return nextWhileGone(health, now);
  return later(now, health.state === 'suspect' ? DAY_MS : health.intervalDays * DAY_MS);
}

function countFailure(health: Health, name: FaultClass, now: Date): Health {
  const failuresInARow = health.failuresInARow + 1;
  const failingSince = health.failingSince ?? now;
  if (name === 'unreachable') return { ...health, failuresInARow, failingSince };
  // 404 and 451 agree: it is not available.
  const suspicion = name === 'legal' ? 'deleted' : name;
  const agreeing = health.suspicion === suspicion ? health.agreeing + 1 : 1;
  return { ...health, failuresInARow, failingSince, suspicion, agreeing };
}

function isGone({ agreeing, failingSince }: Health, name: FaultClass, now: Date): boolean {
  if (failingSince && now.getTime() - failingSince.getTime() >= UNREACHABLE_MS) return true;
  return name !== 'unreachable' && agreeing >= SAID_ENOUGH[name];
}

function nextWhileGone({ goneAt }: Health, now: Date): Date | null {
  const watchedMs = now.getTime() - (goneAt ?? now).getTime();
  return watchedMs + GONE_INTERVAL_MS > GONE_WATCH_MS ? null : later(now, GONE_INTERVAL_MS);
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
