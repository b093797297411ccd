import { type DownloadCounts, DownloadJob, endingOf } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { ListedDownloadRow } from './download-list-queries.ts';
import type { DownloadJobRow } from './download-queries.ts';

export function toDownloadJob(row: DownloadJobRow | ListedDownloadRow, now: Date): DownloadJob {
  const cancelled = row.cancelled_at !== null;
  return viewOf(DownloadJob, row, {
    title: titleOf(row),
    step: isGoing(row) || row.status === 'failed' ? (row.step as DownloadJob['step']) : null,
    runId: row.crawler_run_id,
    metadata: row.metadata as DownloadJob['metadata'],
    nextTryAt: row.status === 'pending' ? (row.run_at?.toISOString() ?? null) : null,
    bytesPerSecond: isGoing(row) ? row.bytes_per_second : null,
    expectedEndAt: expectedEndAt(row, now),
    cancelled,
    ending: endingOf({ status: row.status, errorClass: row.error_class, cancelled }),
  });
}

function titleOf(row: DownloadJobRow | ListedDownloadRow): string | null {
  if ('video_title' in row && row.video_title !== null) return row.video_title;
  const { title } = (row.metadata ?? {}) as { title?: unknown };
  return typeof title === 'string' && title !== '' ? title : null;
}

function isGoing({ status }: DownloadJobRow): boolean {
  return status === 'processing';
}

export function toDownloadCounts(counts: Record<string, number>): DownloadCounts {
  const { pending = 0, processing = 0, completed = 0, failed = 0, left_out = 0, cancelled = 0 } = counts;
  return { pending, processing, completed, failed, leftOut: left_out, cancelled };
}

/** At the current rate; null if the rate or size is unknown. */
function expectedEndAt(row: DownloadJobRow, now: Date): string | null {
  const { status, received_bytes: received, total_bytes: total, bytes_per_second: rate } = row;
  if (status !== 'processing' || received === null || total === null || !rate) return null;
  const leftMs = (Math.max(0, total - received) / rate) * 1000;
  // More than a year counts as never.
  return leftMs > 365 * 86_400_000 ? null : new Date(now.getTime() + leftMs).toISOString();
}
