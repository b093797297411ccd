import { type BulkAct, GONE_CLASSES, type ManagedVideo } from '@vesper/contract';
import type { HostAddresses } from '../../library/media/index.ts';
import type { BulkActRow } from './bulk-queries.ts';
import type { ManagedVideoRow } from './finding-queries.ts';

/** A video as the back office lists it. A video that is not public has no address for its files. */
export function toManagedVideo(row: ManagedVideoRow, addresses: HostAddresses): ManagedVideo {
  return {
    id: row.id,
    title: row.title,
    status: row.status as ManagedVideo['status'],
    hiddenReason: row.hidden_reason as ManagedVideo['hiddenReason'],
    removalReason: row.removal_reason,
    kind: row.kind as ManagedVideo['kind'],
    sourceId: row.source_id,
    sourceName: row.source_name,
    sourceUrl: row.source_url,
    category: row.category,
    tags: row.tags,
    views: row.views,
    duration: row.duration,
    width: row.width,
    height: row.height,
    createdAt: row.created_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    thumbnailUrl: row.status === 'published' ? addresses.thumbnailUrl(row) : '',
    placeholder: row.placeholder || null,
    problems: row.problems as ManagedVideo['problems'],
    gone: row.gone && toGone(row.gone),
    version: row.version,
  };
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
  const canBeUndone = row.act !== 'delete' && row.act !== 'undo' && !row.is_undone && row.done > 0;
  return {
    id: String(row.id),
    act: row.act,
    undoneAct: row.undone_act as BulkAct['undoneAct'],
    reason: row.change.reason ?? null,
    category: row.change.category ?? null,
    tags: row.change.tags ?? null,
    filter: row.filter,
    state: row.state,
    total: row.expected,
    totalIsCapped: row.expected_is_capped,
    done: row.done,
    skipped: row.skipped,
    orderedBy: row.ordered_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    canBeUndone,
  };
}
