import { ping } from '@vesper/core/db/pool.ts';
import type { OnStop } from '@vesper/core/feature.ts';
import { hasEnded } from '@vesper/core/jobs/waiting-queries.ts';
import { type AlertParts, tellAway, tendAlerts } from './alerts.ts';
import { tendAlertsJob } from './jobs.ts';
import { selectWorkers } from './queries.ts';

const EVERY_MS = 60_000;
const LATE_MINUTES = 5;
const AWAY_MS = 120_000;

/** Reports database outages, and does the worker's job while no worker does. */
export function watchWithoutWorker(parts: AlertParts & { onStop: OnStop }): void {
  const look = createWatch(parts);
  let tending: Promise<void> | undefined;
  const timer = setInterval(() => {
    tending ??= look()
      .catch(() => {})
      .finally(() => {
        tending = undefined;
      });
  }, EVERY_MS);
  timer.unref();
  parts.onStop(async () => {
    clearInterval(timer);
    await tending;
  });
}

export function createWatch(parts: AlertParts): () => Promise<void> {
  let awaySince: Date | undefined;
  return async () => {
    // An unresponsive database counts as down since it was asked.
    awaySince ??= parts.clock.now();
    const isBack = await ping(parts.db).then(
      () => true,
      () => false,
    );
    if (!isBack) return;
    if (parts.clock.now().getTime() - awaySince.getTime() >= AWAY_MS) await tellAway(parts, awaySince);
    awaySince = undefined;
    await tendIfAlone(parts);
  };
}

/** A live worker or its queue may hang. */
export async function tendIfAlone(parts: AlertParts): Promise<void> {
  const [worker] = await selectWorkers(parts.db, 1);
  if (worker?.lives && (await hasEnded(parts.db, tendAlertsJob.name, LATE_MINUTES))) return;
  await tendAlerts(parts);
}
