import { DmcaRequest, DmcaVideo } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { ListedRequest } from './request-queries.ts';

const HOUR_MS = 3600 * 1000;

/** A video's picture address, for the back office. */
export type ThumbnailUrl = (video: { id: string; kind: string; thumbnail_url: string }) => string;

export interface RequestView {
  thumbnailUrl: ThumbnailUrl;
  now: Date;
}

export function toRequest(row: ListedRequest, { thumbnailUrl, now }: RequestView): DmcaRequest {
  return viewOf(DmcaRequest, row, {
    ageHours: Math.max(0, Math.floor((now.getTime() - row.submitted_at.getTime()) / HOUR_MS)),
    restored: restoredOf(row),
    video: row.video && toVideo(row.video, thumbnailUrl),
    earlier: { approved: row.earlier_approved, denied: row.earlier_denied },
  });
}

function restoredOf(row: ListedRequest): DmcaRequest['restored'] {
  const { restored_at: at, restored_by: by, restore_reason: reason } = row;
  return at && { at: at.toISOString(), by: by ?? '', reason: reason ?? '' };
}

function toVideo(video: NonNullable<ListedRequest['video']>, thumbnailUrl: ThumbnailUrl): DmcaVideo {
  return viewOf(DmcaVideo, video, {
    thumbnailUrl: video.status === 'published' ? thumbnailUrl(video) : '',
    durationSeconds: video.duration,
  });
}
