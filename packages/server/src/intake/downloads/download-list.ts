import type { DownloadFilter, FailureCounts, JobCount } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { acceptedAddress, addressHash } from '../../kernel/lib/canonical-address.ts';
import {
  countDownloads,
  countFailures,
  type DownloadScope,
  type ListedDownloadRow,
  selectHosts,
  selectLatestDownloads,
} from './download-list-queries.ts';
import { selectDownload } from './download-queries.ts';

/** Counting goes no further. */
export const MOST_COUNTED = 1_000;

/** A page of downloads, the latest first; `before` is the id of the last one seen. Throws not_found, bad_request. */
export async function listDownloads(
  db: Db,
  { limit, before, ...filter }: DownloadFilter & { limit: number; before?: string | undefined },
): Promise<ListedDownloadRow[]> {
  const position = before === undefined ? undefined : await positionOf(db, before);
  const { status, errorClass, ending } = filter;
  const scope = await scopeOf(db, filter);
  return selectLatestDownloads(db, limit, { status, errorClass, ending, scope, before: position });
}

/** How many downloads a filter finds. */
export async function countByFilter(db: Db, filter: DownloadFilter): Promise<JobCount> {
  const { status, errorClass, ending } = filter;
  const scope = await scopeOf(db, filter);
  return capped(await countDownloads(db, { status, errorClass, ending, scope }, MOST_COUNTED + 1));
}

/** Of each class of errors that failed downloads have. */
export async function listFailures(db: Db): Promise<FailureCounts> {
  const counts = await countFailures(db, MOST_COUNTED + 1);
  return counts
    .filter(({ count }) => count > 0)
    .map(({ errorClass, count }) => ({ errorClass, ...capped(count) }));
}

export function capped(count: number): JobCount {
  return { count: Math.min(count, MOST_COUNTED), isCapped: count > MOST_COUNTED };
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
  const address = /^https?:\/\//i.test(search) ? search : `https://${search}`;
  return { addressHash: addressHash(acceptedAddress(address)) };
}

async function positionOf(db: Db, id: string): Promise<number> {
  const job = await selectDownload(db, id);
  if (!job) throw new AppError('not_found', 'There is no such download.');
  return job.position;
}
