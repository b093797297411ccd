import { BulkAct, GONE_CLASSES, ManagedVideo } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { HostAddresses } from '@vesper/library/media';
import type { BulkActRow } from './bulk-queries.ts';
import type { ManagedVideoRow } from './finding-queries.ts';

/** Only public videos have file addresses. */
export function toManagedVideo(row: ManagedVideoRow, addresses: HostAddresses): ManagedVideo {
  return viewOf(ManagedVideo, row, {
    thumbnailUrl: row.status === 'published' ? addresses.thumbnailUrl(row) : '',
    placeholder: row.placeholder || null,
    gone: row.gone && toGone(row.gone),
  });
}

function toGone(gone: NonNullable<ManagedVideoRow['gone']>): ManagedVideo['gone'] {
  const moment = (text: string | null) => text && new Date(text).toISOString();
  return {
    class: GONE_CLASSES.find((name) => name === gone.class) ?? null,
    message: gone.message,
    at: moment(gone.at),
    nextCheckAt: moment(gone.nextCheckAt),
  };
}

export function toBulkAct(row: BulkActRow): BulkAct {
  return viewOf(BulkAct, row, {
    id: String(row.id),
    reason: row.change.reason ?? null,
    category: row.change.category ?? null,
    tags: row.change.tags ?? null,
    total: row.expected,
    totalIsCapped: row.expected_is_capped,
    canBeUndone: row.act !== 'delete' && row.act !== 'undo' && !row.is_undone && row.done > 0,
  });
}
