import { DuplicateDecision, DuplicateVideo } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
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
  return viewOf(DuplicateDecision, row, {
    id: String(row.id),
    existingTitle: existing?.title ?? null,
    video: known(row.video_id),
    existing,
  });
}

/** A video that is not public has no address for its files. */
function videoView(row: DecidedVideo, thumbnailUrl: ThumbnailUrl): DuplicateVideo {
  return viewOf(DuplicateVideo, row, {
    thumbnailUrl: row.status === 'published' ? thumbnailUrl(row) : '',
    placeholder: row.placeholder || null,
  });
}
