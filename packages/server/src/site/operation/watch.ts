import type { OnStop } from '../../kernel/feature.ts';
import { type AlertParts, tendAlerts } from './alerts.ts';
import { selectWorkers } from './queries.ts';

const EVERY_MS = 60_000;

/** Tells what needs a person from a process of the site, as long as there is no worker that would. */
export function watchWithoutWorker(parts: AlertParts & { onStop: OnStop }): void {
  let tending: Promise<void> | undefined;
  const timer = setInterval(() => {
    tending ??= tendIfAlone(parts)
      // The database is away: the next minute may find it.
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

export async function tendIfAlone(parts: AlertParts): Promise<void> {
  const [worker] = await selectWorkers(parts.db, 1);
  if (!worker?.lives) await tendAlerts(parts);
}
