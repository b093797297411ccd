import type { DuplicateDecision, DuplicateVideo } from '@vesper/contract';
import type { DecidedVideo, DecisionRow } from './queries.ts';

/** A video's picture address, for the back office. */
export type ThumbnailUrl = (video: { id: string; kind: string; thumbnail_url: string }) => string;

/** `videos`: those that the decisions name, by id. */
export function decisionView(
  row: DecisionRow,
  videos: ReadonlyMap<string, DecidedVideo>,
  thumbnailUrl: ThumbnailUrl,
): DuplicateDecision {
  const known = (id: string | null) => {
    const video = id === null ? undefined : videos.get(id);
    return video ? videoView(video, thumbnailUrl) : null;
  };
  const existing = known(row.existing_video_id);
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
    existingTitle: existing?.title ?? null,
    video: known(row.video_id),
    existing,
  };
}

/** A video that is not public has no address for its files. */
function videoView(row: DecidedVideo, thumbnailUrl: ThumbnailUrl): DuplicateVideo {
  return {
    id: row.id,
    title: row.title,
    status: row.status as DuplicateVideo['status'],
    hiddenReason: row.hidden_reason as DuplicateVideo['hiddenReason'],
    thumbnailUrl: row.status === 'published' ? thumbnailUrl(row) : '',
    placeholder: row.placeholder || null,
    duration: row.duration,
    height: row.height,
    views: row.views,
    sourceId: row.source_id,
    sourceName: row.source_name,
    sourceUrl: row.source_url,
    createdAt: row.created_at.toISOString(),
  };
}
