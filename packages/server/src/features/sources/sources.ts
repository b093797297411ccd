import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { acceptedAddress } from '../../lib/canonical-address.ts';
import { insertSource, type VideoSourceRow } from './queries.ts';

/** Specification, section 9. */
const DEFAULT_DAILY_QUOTA = 10;

/** Adds a sitemap as a source. Throws bad_request on an unusable address, conflict if it is known. */
export async function addSource(
  db: Db,
  {
    name,
    url,
    dailyQuota = DEFAULT_DAILY_QUOTA,
  }: { name: string; url: string; dailyQuota?: number | undefined },
): Promise<VideoSourceRow> {
  if (name.trim() === '') throw new AppError('bad_request', 'A source needs a name.');
  if (!Number.isInteger(dailyQuota) || dailyQuota < 0 || dailyQuota > 1_000_000) {
    throw new AppError('bad_request', 'The daily quota must be a whole number from 0 to 1,000,000.');
  }
  const source = await insertSource(db, {
    name: name.trim(),
    base_url: acceptedAddress(url),
    daily_quota: dailyQuota,
  });
  if (!source) throw new AppError('conflict', 'There is a source with this address already.');
  return source;
}
