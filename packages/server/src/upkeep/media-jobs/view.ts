import type { MediaJob, MediaRerun } from '@vesper/contract';
import type { ListedJobRow } from './job-queries.ts';
import type { ListedRerunRow } from './rerun-queries.ts';

export function toMediaJob(row: ListedJobRow): MediaJob {
  return {
    id: row.id,
    videoId: row.video_id,
    videoTitle: row.title,
    step: row.step as MediaJob['step'],
    status: row.status as MediaJob['status'],
    progress: row.progress,
    error: row.error,
    errorClass: row.error_class,
    attempts: row.attempts,
    nextTryAt: row.status === 'pending' ? toIso(row.run_at) : null,
    priority: row.priority,
    rerunId: row.rerun_id === null ? null : String(row.rerun_id),
    sourceId: row.source_id,
    cancelled: row.cancelled_at !== null,
    createdAt: row.created_at.toISOString(),
    startedAt: toIso(row.started_at),
    completedAt: toIso(row.completed_at),
  };
}

export function toMediaRerun(row: ListedRerunRow): MediaRerun {
  return {
    id: String(row.id),
    step: row.step as MediaRerun['step'],
    sourceId: row.source_id,
    sourceName: row.source_name,
    state: row.state as MediaRerun['state'],
    // Queueing may be ahead of counting.
    total: Math.max(row.total, row.queued),
    isCounting: !row.counted_all,
    queued: row.queued,
    done: row.done,
    failed: row.failed,
    createdAt: row.created_at.toISOString(),
    finishedAt: toIso(row.finished_at),
  };
}

function toIso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
