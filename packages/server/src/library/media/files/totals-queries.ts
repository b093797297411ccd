import type { Db } from '../../../kernel/db/pool.ts';
import { execute } from '../../../kernel/db/run-sql.ts';
import type { Place } from '../../../kernel/storage/storage.ts';
import type { MediaPurpose } from '../delivery/signing.ts';

/** The files in a place for a purpose, from the rows, quarantined ones included; unknown sizes count as 0. */
export interface StorageTotal {
  place: Place;
  purpose: MediaPurpose;
  files: number;
  bytes: number;
}

export function selectTotals(db: Db): Promise<StorageTotal[]> {
  return execute(db)<StorageTotal>`
    select place, purpose, files, bytes from storage_totals order by place, purpose`;
}

/** Folds the totals into a few rows, so that they stay quick to read; skipped while another process does it. */
export async function foldTotals(db: Db): Promise<void> {
  await execute(db)`select fold_storage_changes()`;
}

export interface QuarantineTotal {
  place: Place;
  files: number;
  bytes: number;
}

/** What is in quarantine. */
export function selectQuarantineTotals(db: Db): Promise<QuarantineTotal[]> {
  return execute(db)<QuarantineTotal>`
    select place, count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes
    from stored_files where quarantined_at is not null group by place order by place`;
}
