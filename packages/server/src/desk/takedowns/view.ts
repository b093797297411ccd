import { DmcaRequest, DmcaSummary, DmcaVideo } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import { OWN_NOTES } from './notes.ts';
import type { ListedRequest } from './request-queries.ts';

const HOUR_MS = 3600 * 1000;

/** A video's picture address, for the back office. */
export type ThumbnailUrl = (video: { id: string; kind: string; thumbnail_url: string }) => string;

export interface RequestView {
  thumbnailUrl: ThumbnailUrl;
  now: Date;
}

export function toRequest(row: ListedRequest, view: RequestView): DmcaRequest {
  return viewOf(DmcaRequest, row, { ...factsOf(row, view), restored: restoredOf(row) });
}

/** A row with its texts in clear, of which only the site's own words are shown. */
export function toSummary(row: ListedRequest, view: RequestView): DmcaSummary {
  const { admin_notes: note, restored_at: at, restored_by: by } = row;
  return viewOf(DmcaSummary, row, {
    ...factsOf(row, view),
    adminNotes: note !== null && OWN_NOTES.has(note) ? note : null,
    restored: at && { at: at.toISOString(), by: by ?? '' },
  });
}

function factsOf(row: ListedRequest, { thumbnailUrl, now }: RequestView) {
  return {
    ageHours: Math.max(0, Math.floor((now.getTime() - row.submitted_at.getTime()) / HOUR_MS)),
    video: row.video && toVideo(row.video, thumbnailUrl),
    earlier: { approved: row.earlier_approved, denied: row.earlier_denied },
  };
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
