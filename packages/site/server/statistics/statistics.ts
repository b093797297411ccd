import {
  type ChartSpan,
  type Charts,
  SAMPLED_METRICS,
  STAT_METRICS,
  type StatMetric,
} from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { deleteOldHours, foldChanges, type StatSeries, sampleCounters, selectSeries } from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Thirteen months, to compare a year with the last. */
const HOURS_KEPT_MS = 396 * DAY_MS;
const MOST_DELETED_AT_ONCE = 5000;

const SPANS: Record<ChartSpan, { step: 'hour' | 'day'; steps: number }> = {
  '24h': { step: 'hour', steps: 24 },
  '30d': { step: 'day', steps: 30 },
  year: { step: 'day', steps: 365 },
};

/** UTC; the last value is the current step. */
export async function readCharts(db: Db, span: ChartSpan, now: Date): Promise<Charts> {
  const { step, steps } = SPANS[span];
  const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
  const last = Math.floor(now.getTime() / stepMs) * stepMs;
  const times = Array.from({ length: steps }, (_, n) => last - (steps - 1 - n) * stepMs);
  await drainOutbox(db);
  const rows = await selectSeries(db, step, new Date(times[0] ?? last));
  return {
    span,
    step,
    times: times.map((time) => new Date(time).toISOString()),
    series: seriesOf(rows, times),
  };
}

/** Safe to interrupt. */
export async function keepStatistics(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  await drainOutbox(db);
  await foldChanges(db);
  await sampleCounters(db);
  const before = new Date(now.getTime() - HOURS_KEPT_MS);
  while (!signal.aborted && (await deleteOldHours(db, before, MOST_DELETED_AT_ONCE)) > 0);
}

function seriesOf(series: readonly StatSeries[], times: readonly number[]): Charts['series'] {
  const places = new Map(times.map((time, place) => [time, place]));
  return series.flatMap(({ metric, label, ...found }) => {
    if (!isMetric(metric)) return [];
    const values: (number | null)[] = times.map(() => emptyOf(metric));
    for (const [n, seconds] of found.times.entries()) {
      const place = places.get(seconds * 1000);
      if (place !== undefined) values[place] = (values[place] ?? 0) + (found.values[n] ?? 0);
    }
    return [{ metric, label, values }];
  });
}

function emptyOf(metric: StatMetric): 0 | null {
  return SAMPLED_METRICS.has(metric) ? null : 0;
}

function isMetric(text: string): text is StatMetric {
  return (STAT_METRICS as readonly string[]).includes(text);
}
