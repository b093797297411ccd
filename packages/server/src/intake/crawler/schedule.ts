import type { Db } from '../../kernel/db/pool.ts';
import { selectScheduleTimes } from './queries.ts';

/** When the crawler starts by itself. */
export interface CrawlSchedule {
  /** "02:00": hours and minutes of the day in `timeZone`. */
  time: string;
  timeZone: string;
  /** How many videos a scheduled run brings at most. */
  dailyTarget: number;
  /** How many addresses of one source a run tries at most. */
  tries: number;
}

/**
 * The latest scheduled time up to `now`, and the next one. The database knows the time zones' rules: a time skipped by
 * a clock change comes an hour later.
 */
export async function scheduleTimes(
  db: Db,
  schedule: CrawlSchedule,
  now: Date,
): Promise<{ latest: Date; next: Date }> {
  const times = await selectScheduleTimes(db, schedule, now);
  const next = times.find((time) => time > now);
  const latest = times.findLast((time) => time <= now);
  if (!latest || !next) throw new Error(`The schedule ${schedule.time} has no times.`);
  return { latest, next };
}
