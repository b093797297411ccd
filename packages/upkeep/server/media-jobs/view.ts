import { MediaJob, MediaRerun } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { ListedJobRow } from './job-queries.ts';
import type { ListedRerunRow } from './rerun-queries.ts';

export function toMediaJob(row: ListedJobRow): MediaJob {
  return viewOf(MediaJob, row, {
    videoTitle: row.title,
    nextTryAt: row.status === 'pending' ? (row.run_at?.toISOString() ?? null) : null,
    rerunId: row.rerun_id === null ? null : String(row.rerun_id),
    cancelled: row.cancelled_at !== null,
  });
}

export function toMediaRerun(row: ListedRerunRow): MediaRerun {
  return viewOf(MediaRerun, row, {
    id: String(row.id),
    // Queueing may be ahead of counting.
    total: Math.max(row.total, row.queued),
    isCounting: !row.counted_all,
  });
}
