import type { JobCount, MediaJobFilter, MediaJobs } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { capped, MOST_COUNTED } from '../../kernel/jobs/counts.ts';
import { typedAddressHash } from '../../kernel/lib/text/canonical-address.ts';
import { findVideoByAddress } from '../../library/videos/index.ts';
import { countMediaJobs, type MediaJobScope, type MediaJobSearch, selectMediaJobs } from './list-queries.ts';
import { toMediaJob } from './view.ts';

/** A page of jobs, the latest first. */
export async function listMediaJobs(
  db: Db,
  { limit, before, ...filter }: MediaJobFilter & { limit: number; before: number },
): Promise<MediaJobs> {
  const rows = await selectMediaJobs(db, limit + 1, { ...(await searchOf(db, filter)), before });
  const page = rows.slice(0, limit);
  return { jobs: page.map(toMediaJob), next: rows.length > limit ? (page.at(-1)?.position ?? null) : null };
}

/** How many jobs a filter finds. */
export async function countByFilter(db: Db, filter: MediaJobFilter): Promise<JobCount> {
  return capped(await countMediaJobs(db, await searchOf(db, filter), MOST_COUNTED + 1));
}

async function searchOf(db: Db, filter: MediaJobFilter): Promise<MediaJobSearch> {
  const { status, step, errorClass } = filter;
  return { status, step, errorClass, scope: await scopeOf(db, filter) };
}

async function scopeOf(
  db: Db,
  { sourceId, rerunId, videoId, search }: MediaJobFilter,
): Promise<MediaJobScope | undefined> {
  if (sourceId) return { sourceId };
  if (rerunId) return { rerunId };
  if (videoId) return { videoId };
  if (!search) return undefined;
  const video = await findVideoByAddress(db, typedAddressHash(search));
  return { videoId: video?.id ?? '' };
}
