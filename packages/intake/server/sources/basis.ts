import type { NewBasis } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { countPublicOfSources, requireMayHide } from '@vesper/library/videos';
import { insertPermission, selectByCoverage } from './basis-queries.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Otherwise one that ends in a minute would pass. */
const SOON_DAYS = 30;
const MOST_COUNTED = 100_000;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(3000, 0, 1);

/** Returns its id. Throws bad_request for invalid dates. */
export async function recordBasis(db: Db, sourceId: string, basis: NewBasis): Promise<string> {
  const begin = basis.validFrom ? instantOf(basis.validFrom) : undefined;
  const end = basis.validUntil ? instantOf(basis.validUntil, { atEndOfDay: true }) : null;
  return insertPermission(db, {
    source_id: sourceId,
    basis: basis.basis,
    scope: [...new Set(basis.scope)],
    evidence: basis.evidence ?? null,
    evidence_sha256: basis.evidenceSha256 ? Buffer.from(basis.evidenceSha256, 'hex') : null,
    granted_by: basis.grantedBy ?? null,
    valid_until: end,
    // By default the database's time, by which it judges.
    ...(begin ? { valid_from: begin } : {}),
  });
}

/** Throws as `requireMayHide` for public videos that no basis covers, or soon none will. */
export async function requireMayEnd(
  tx: Db,
  { actor, id, now }: { actor: Actor; id: string; now: Date },
): Promise<void> {
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS);
  const countUncovered = async (isOwn: boolean) => {
    const uncovered = await selectByCoverage(tx, false, soon);
    const counted = uncovered.filter(({ sourceId }) => (sourceId === id) === isOwn);
    return countPublicOfSources(tx, counted, MOST_COUNTED);
  };
  const n = await countUncovered(true);
  await requireMayHide(tx, {
    ...{ actor, reason: 'basis', n, roughly: n === MOST_COUNTED ? 'at least' : undefined },
    countWaiting: () => countUncovered(false),
  });
}

/** A moment, or the start of a UTC day (as an end, of the next day). */
function instantOf(text: string, { atEndOfDay = false } = {}): Date {
  const isDay = !text.includes('T');
  const moment = new Date(Date.parse(text) + (isDay && atEndOfDay ? DAY_MS : 0));
  if (!(moment.getTime() >= EARLIEST && moment.getTime() <= LATEST)) {
    throw new AppError('bad_request', 'The dates of a permission must be between the years 2000 and 2999.');
  }
  return moment;
}
