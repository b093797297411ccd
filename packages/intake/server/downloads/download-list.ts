import type { DownloadFilter, JobCount } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { capped, MOST_COUNTED } from '@vesper/core/jobs/counts.ts';
import { typedAddressHash } from '@vesper/core/lib/text/canonical-address.ts';
import {
  countDownloads,
  type DownloadScope,
  type ListedDownloadRow,
  selectHosts,
  selectLatestDownloads,
} from './download-list-queries.ts';
import { getDownload } from './steering.ts';

/** Latest first, older than the download `before`. Throws not_found, bad_request. */
export async function listDownloads(
  db: Db,
  { limit, before, ...filter }: DownloadFilter & { limit: number; before?: string | undefined },
): Promise<ListedDownloadRow[]> {
  const position = before === undefined ? undefined : (await getDownload(db, before)).position;
  const { status, errorClass, ending } = filter;
  const scope = await scopeOf(db, filter);
  return selectLatestDownloads(db, limit, { status, errorClass, ending, scope, before: position });
}

export async function countByFilter(db: Db, filter: DownloadFilter): Promise<JobCount> {
  const { status, errorClass, ending } = filter;
  const scope = await scopeOf(db, filter);
  return capped(await countDownloads(db, { status, errorClass, ending, scope }, MOST_COUNTED + 1));
}

async function scopeOf(
  db: Db,
  { sourceId, runId, videoId, search }: DownloadFilter,
): Promise<DownloadScope | undefined> {
  if (sourceId) return { lane: sourceId };
  if (runId) return { runId };
  if (videoId) return { videoId };
  if (!search) return undefined;
  if (!search.includes('/')) return { hosts: await selectHosts(db, search.toLowerCase()) };
  return { addressHash: typedAddressHash(search) };
}
