import { copyright, DMCA_LENGTHS, DMCA_NOTES, DmcaRequest, DmcaSummary, DmcaVideo } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { openSeal, unreadable } from '@vesper/core/db/sealed/row-seal.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { HostAddresses } from '@vesper/library/media';
import { type CaseParts, openPaper } from '../../cases/index.ts';
import { type ListedRequest, selectRequest, selectRequests, type WhichRequests } from './request-queries.ts';

const HOUR_MS = 3600 * 1000;

export type ThumbnailUrl = HostAddresses['thumbnailUrl'];

export interface RequestView extends Pick<CaseParts, 'db' | 'keys'> {
  thumbnailUrl: ThumbnailUrl;
  now: Date;
}

/** Throws not_found. */
export async function findRequests(db: Db, which: WhichRequests): Promise<ListedRequest[]> {
  if (which.before !== undefined) await findRequest(db, which.before);
  return selectRequests(db, which);
}

/** Throws not_found. */
export async function findRequest(db: Db, id: string): Promise<ListedRequest> {
  const row = await selectRequest(db, id);
  if (!row) throw new AppError('not_found', 'This request does not exist.');
  return row;
}

export function toRequest(row: ListedRequest, view: RequestView): DmcaRequest {
  const { restored_at: at, restored_by: by } = row;
  const open = opening(row, view);
  const submission = open('submission', row.submission);
  const filled: Record<string, string> = submission === undefined ? {} : JSON.parse(submission);
  const texts = Object.keys(DMCA_LENGTHS).map((name) => {
    const isLeftOut = submission && 'isOptional' in copyright.fields[name as keyof typeof DMCA_LENGTHS];
    return [name, filled[name] ?? (isLeftOut ? null : unreadable(row))];
  });
  return viewOf(DmcaRequest, row, {
    ...(Object.fromEntries(texts) as Pick<DmcaRequest, keyof typeof DMCA_LENGTHS>),
    ...factsOf(row, view),
    // The form requires them.
    ...{ goodFaithStatement: true, accuracyStatement: true },
    adminNotes: noteOf(row, view),
    restored: at && {
      ...{ at: at.toISOString(), by: by ?? '' },
      reason: open('reason', row.reason) ?? unreadable(row),
    },
  });
}

/** Without personal data. */
export function toSummary(row: ListedRequest, view: RequestView): DmcaSummary {
  const { restored_at: at, restored_by: by } = row;
  const note = noteOf(row, view);
  return viewOf(DmcaSummary, row, {
    ...factsOf(row, view),
    adminNotes: note !== null && OWN_NOTES.has(note) ? note : null,
    restored: at && { at: at.toISOString(), by: by ?? '' },
  });
}

function opening(row: ListedRequest, { keys }: RequestView) {
  const seal = openSeal(keys, row);
  return (what: string, sealed: Buffer | null) => openPaper(seal, { what, sealed })?.text;
}

const EFFECT_NOTES: Record<NonNullable<DmcaRequest['effect']>, string> = {
  taken_off: DMCA_NOTES.approved,
  was_off: 'Valid DMCA notice; the content had been removed already',
  no_video: 'Valid DMCA notice, but it names no video that is on this site: nothing was removed',
};

/** These name no person. */
const OWN_NOTES: ReadonlySet<string> = new Set([DMCA_NOTES.denied, ...Object.values(EFFECT_NOTES)]);

/** The administrator's, or the site's own. */
function noteOf(row: ListedRequest, view: RequestView): string | null {
  if (row.has_note) return opening(row, view)('note', row.note) ?? unreadable(row);
  if (row.responded_at === null) return null;
  return row.effect === null ? DMCA_NOTES.denied : EFFECT_NOTES[row.effect];
}

function factsOf(row: ListedRequest, { thumbnailUrl, now }: RequestView) {
  return {
    videoId: row.video?.id ?? null,
    ageHours: Math.max(0, Math.floor((now.getTime() - row.submitted_at.getTime()) / HOUR_MS)),
    video: row.video && toVideo(row.video, thumbnailUrl),
    earlier: { approved: row.earlier_approved, denied: row.earlier_denied },
  };
}

function toVideo(video: NonNullable<ListedRequest['video']>, thumbnailUrl: ThumbnailUrl): DmcaVideo {
  return viewOf(DmcaVideo, video, {
    thumbnailUrl: video.status === 'published' ? thumbnailUrl(video) : '',
    durationSeconds: video.duration,
  });
}
