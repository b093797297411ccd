import { AddressReason, type RunLedger, type RunLedgerQuery, type SourceOutcomes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { acceptedAddress, addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { selectAddress, selectOutcomesOfSource, selectRunCounts, selectRunLedger } from './ledger-queries.ts';
import { reasonOf, toRunLedgerEntry, toSourceOutcome } from './view.ts';

/** One query. Throws bad_request for an invalid address. */
export async function why(db: Db, address: string): Promise<AddressReason> {
  const url = acceptedAddress(address, 'url');
  const row = await selectAddress(db, addressHash(url));
  return viewOf(AddressReason, row, {
    url,
    reason: reasonOf(row),
    source: row.source_id === null ? null : { id: row.source_id, name: row.source_name ?? '' },
    decidedAt: row.last_decided_at?.toISOString() ?? null,
  });
}

/** Newest first, with counts. Throws not_found. */
export async function listRunLedger(
  db: Db,
  { id, after, limit, decision }: RunLedgerQuery & { id: string },
): Promise<RunLedger> {
  const totals = await selectRunCounts(db, id);
  if (!totals) throw new AppError('not_found', 'This crawler run does not exist.');
  const rows = await selectRunLedger(db, id, { after, limit, decision });
  const next = rows.length < limit ? null : (rows.at(-1)?.decision_number ?? null);
  return { entries: rows.map(toRunLedgerEntry), next, totals };
}

/** Throws not_found. */
export async function sumUpSource(db: Db, sourceId: string): Promise<SourceOutcomes> {
  const rows = await selectOutcomesOfSource(db, sourceId);
  if (!rows) throw new AppError('not_found', 'This source does not exist.');
  return { outcomes: rows.map(toSourceOutcome) };
}
