import { countAgainstQuota, selectDueDownloads } from '../downloads/index.ts';
import type { SourceItem } from '../readers/index.ts';
import { selectEnabledSources } from '../sources/index.ts';
import { type AdmitDeps, admit } from './admit.ts';
import { selectRunning, selectStartOfDay } from './queries.ts';

interface DueOptions {
  sourceId: string;
  limit: number;
  /** Only pages that had no video before. */
  withoutVideo?: boolean;
}

/** A source's addresses due for a retry, from its downloads: no list is requested. */
export async function dueItems(
  { db, clock }: AdmitDeps,
  { sourceId, limit, withoutVideo = false }: DueOptions,
): Promise<SourceItem[]> {
  const due = await selectDueDownloads(db, { sourceId, now: clock.now(), limit, withoutVideo });
  return due.map(({ sourceUrl, externalId, metadata }) => ({
    type: 'item',
    loc: sourceUrl,
    metadata,
    ...(externalId && { externalId }),
  }));
}

/** Between runs, retries pages without a video within the daily quota. */
export async function queueDueItems(deps: AdmitDeps, timeZone: string): Promise<void> {
  const { db, clock } = deps;
  if (await selectRunning(db)) return;
  const since = await selectStartOfDay(db, timeZone, clock.now());
  for (const { id, daily_quota: quota } of await selectEnabledSources(db, clock.now())) {
    const room = quota - (await countAgainstQuota(db, id, since));
    if (room <= 0) continue;
    const items = await dueItems(deps, { sourceId: id, limit: room, withoutVideo: true });
    if (items.length > 0) await admit(deps, { sourceId: id, runId: null, room, items });
  }
}
