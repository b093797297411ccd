import type { Db } from '@vesper/core/db/pool.ts';
import { deleteBreakers, selectBaseUrls, selectOpenBreakers } from './breaker-queries.ts';
import { deleteRobotsFile } from './file-queries.ts';
import { type BlockedHost, selectBlockedHosts } from './host-queries.ts';
import { hostOf } from './host-queue.ts';

export interface OpenBreaker {
  class: string;
  failures: number;
  /** In the past if a trial is due. */
  openUntil: Date;
  message: string;
  lastAt: Date;
}

export interface SourceManners {
  breakers: OpenBreaker[];
  blockedHost: BlockedHost | null;
}

export async function mannersOf(
  db: Db,
  sourceIds: readonly string[],
  now: Date,
): Promise<Map<string, SourceManners>> {
  const sources = await selectBaseUrls(db, sourceIds);
  const hosts = new Map<string, string>();
  for (const { id, base_url } of sources) {
    const url = URL.parse(base_url);
    if (url) hosts.set(id, hostOf(url));
  }
  const blocked = await selectBlockedHosts(db, [...new Set(hosts.values())], now);
  const breakers = await selectOpenBreakers(db, sourceIds);
  const mannersOfOne = (id: string): SourceManners => ({
    breakers: breakers.flatMap((row) => {
      if (row.source_id !== id || !row.open_until) return [];
      const { class: name, failures, open_until: openUntil, message, last_at: lastAt } = row;
      return [{ class: name, failures, openUntil, message, lastAt }];
    }),
    blockedHost: blocked.find(({ host }) => host === hosts.get(id)) ?? null,
  });
  return new Map(sources.map(({ id }) => [id, mannersOfOne(id)]));
}

export async function resetBreakers(db: Db, sourceId: string): Promise<void> {
  await deleteBreakers(db, sourceId);
  const [source] = await selectBaseUrls(db, [sourceId]);
  const url = URL.parse(source?.base_url ?? '');
  if (url) await deleteRobotsFile(db, url.origin);
}
