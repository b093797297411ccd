import type { DuplicateDecision } from '@vesper/contract';
import type { ListedDecision } from './queries.ts';

export function decisionView(row: ListedDecision): DuplicateDecision {
  return {
    id: String(row.id),
    test: row.test as DuplicateDecision['test'],
    outcome: row.outcome as DuplicateDecision['outcome'],
    reason: row.reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at.toISOString(),
    jobId: row.job_id,
    sourceUrl: row.source_url,
    title: row.title,
    videoId: row.video_id,
    existingVideoId: row.existing_video_id,
    existingTitle: row.existing_title,
  };
}
