const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** While alive, the interval doubles up to this. */
const LONGEST_INTERVAL_DAYS = 30;
/** After the first, second and further failures. */
const RETRIES_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS] as const;
/** Without any answer. */
const UNREACHABLE_MS = 7 * DAY_MS;
/** A gone one may come back. */
const GONE_INTERVAL_MS = 7 * DAY_MS;
const GONE_WATCH_MS = 90 * DAY_MS;

export type FaultClass = 'deleted' | 'private' | 'legal' | 'redirected' | 'changed_type' | 'unreachable';

/** `unknown`: we were not allowed to look; with `retryInMs` it was not its turn. */
export type Verdict =
  | { class: 'alive' }
  | { class: FaultClass; message: string }
  | { class: 'unknown'; message: string; retryInMs?: number };

/** Columns of video_health. */
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
 * Agreeing checks, at least an hour apart, before a video counts as gone: fewer for a clear statement than for a
 * possible glitch. Unreachability alone proves nothing.
 */
const SAID_ENOUGH: Record<Exclude<FaultClass, 'unreachable'>, number> = {
  deleted: 2,
  legal: 2,
  private: 3,
  redirected: 3,
  changed_type: 3,
};

/** Pure. */
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
  // An outage is not the video's fault; after a suspicion it is checked closely again.
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
