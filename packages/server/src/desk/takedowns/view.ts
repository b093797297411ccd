import type { DmcaRequest, DmcaVideo, SourceStrike } from '@vesper/contract';
import type { ListedRequest } from './request-queries.ts';
import type { ListedStrike } from './strike-queries.ts';

const HOUR_MS = 3600 * 1000;

/** A video's picture address, for the back office. */
export type ThumbnailUrl = (video: { id: string; kind: string; thumbnail_url: string }) => string;

export interface RequestView {
  thumbnailUrl: ThumbnailUrl;
  now: Date;
}

export function toRequest(row: ListedRequest, { thumbnailUrl, now }: RequestView): DmcaRequest {
  return {
    id: row.id,
    videoId: row.video_id,
    complainantName: row.complainant_name,
    complainantEmail: row.complainant_email,
    complainantAddress: row.complainant_address,
    complainantPhone: row.complainant_phone,
    copyrightWork: row.copyright_work,
    infringingUrl: row.infringing_url,
    additionalInfo: row.additional_info,
    signature: row.signature,
    goodFaithStatement: row.good_faith_statement,
    accuracyStatement: row.accuracy_statement,
    status: row.status as DmcaRequest['status'],
    adminNotes: row.admin_notes,
    submittedAt: row.submitted_at.toISOString(),
    respondedAt: row.responded_at?.toISOString() ?? null,
    domain: row.domain,
    ageHours: Math.max(0, Math.floor((now.getTime() - row.submitted_at.getTime()) / HOUR_MS)),
    decidedBy: row.decided_by,
    effect: row.effect as DmcaRequest['effect'],
    restored: restoredOf(row),
    video: row.video && toVideo(row.video, thumbnailUrl),
    earlier: { approved: row.earlier_approved, denied: row.earlier_denied },
  };
}

function restoredOf(row: ListedRequest): DmcaRequest['restored'] {
  const { restored_at: at, restored_by: by, restore_reason: reason } = row;
  return at && { at: at.toISOString(), by: by ?? '', reason: reason ?? '' };
}

function toVideo(video: NonNullable<ListedRequest['video']>, thumbnailUrl: ThumbnailUrl): DmcaVideo {
  return {
    id: video.id,
    title: video.title,
    thumbnailUrl: video.status === 'published' ? thumbnailUrl(video) : '',
    status: video.status as DmcaVideo['status'],
    hiddenReason: video.hidden_reason,
    durationSeconds: video.duration,
    sourceUrl: video.source_url,
    sourceId: video.source_id,
    sourceName: video.source_name,
  };
}

export function toStrike(row: ListedStrike): SourceStrike {
  return {
    id: row.id,
    at: row.at.toISOString(),
    requestId: row.request_id,
    videoId: row.video_id,
    videoTitle: row.video_title,
    state: row.state as SourceStrike['state'],
    voidedAt: row.voided_at?.toISOString() ?? null,
    voidedBy: row.voided_by,
    voidReason: row.void_reason,
  };
}
