import type { NewBasis } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { insertPermission } from './basis-queries.ts';

const DAY_MS = 24 * 3600 * 1000;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(3000, 0, 1);

/** Records a basis; returns its id. Throws bad_request on invalid dates. */
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

/** A moment, or the start of a day (as an end, of the next day), in UTC. */
function instantOf(text: string, { atEndOfDay = false } = {}): Date {
  const isDay = !text.includes('T');
  const moment = new Date(Date.parse(text) + (isDay && atEndOfDay ? DAY_MS : 0));
  if (!(moment.getTime() >= EARLIEST && moment.getTime() <= LATEST)) {
    throw new AppError('bad_request', 'The dates of a basis must lie between the years 2000 and 2999.');
  }
  return moment;
}
