import { Upload } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { UploadRow } from './queries.ts';

export const IDLE_HOURS = 24;

export function toUpload(row: UploadRow): Upload {
  return viewOf(Upload, row, { expiresAt: expiryOf(row)?.toISOString() ?? null });
}

/** When it ends unless more arrives; undefined once all has. */
export function expiryOf({ state, touched_at: touchedAt }: UploadRow): Date | undefined {
  return state === 'receiving' ? new Date(touchedAt.getTime() + IDLE_HOURS * 3_600_000) : undefined;
}
