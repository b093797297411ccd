import { DMCA_NOTES } from '@vesper/contract';
import { sourceBasisJob } from '../../intake/sources/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { lockMerges } from '../../library/videos/index.ts';
import { putMail } from '../../site/mail/index.ts';
import { deleteIfCleared } from '../clearing/index.ts';
import { decisionMail } from './decision-mails.ts';
import { lockRequest, type RequestRow, selectNamedVideo, updateRequest } from './request-queries.ts';
import { type CountedStrike, strikeMessage } from './strikes.ts';
import { takeOff } from './take-off.ts';
import type { Takedowns } from './takedowns.ts';

export interface Decision {
  id: string;
  status: 'approved' | 'denied';
  adminNotes?: string | null | undefined;
  /** The video, if the request names no known one. */
  videoId?: string | null | undefined;
  /** The administrator's name. */
  by: string;
}

/** The result of an approval, as in dmca_requests.effect. */
export type Effect = 'taken_off' | 'was_off' | 'no_video';

export interface Decided {
  message: string;
  /** The written values, for the audit log. */
  after: Record<string, unknown>;
}

/**
 * Decides about a pending request (specification, section 4), in one transaction with everything that follows: the
 * takedown, the strike, and the mail to the complainant. Throws bad_request, not_found, and conflict if it was decided
 * before.
 */
export function decideRequest(takedowns: Takedowns, decision: Decision): Promise<Decided> {
  // It writes to rows that many others write, not all in the same order.
  return transaction(takedowns.db, (tx) => decideIn({ ...takedowns, db: tx }, decision), {
    retry: ['deadlock'],
  });
}

async function decideIn(takedowns: Takedowns, decision: Decision): Promise<Decided> {
  const { db: tx, clock } = takedowns;
  // First, like every merge: the named video may be merged into another right now.
  await lockMerges(tx);
  const request = await lockRequest(tx, decision.id);
  if (!request) throw new AppError('not_found', 'This request does not exist.');
  if (request.status !== 'pending') throw new AppError('conflict', alreadyDecidedMessage(request));
  const now = clock.now();
  const videoId = await videoOf(tx, request, decision);
  const { effect, strike } = await carryOut(takedowns, { decision, videoId, now });
  const notes = notesOf(decision, effect);
  const { status, by } = decision;
  await updateRequest(tx, request.id, {
    ...{ status, effect, video_id: videoId, admin_notes: notes, responded_at: now, decided_by: by },
  });
  if (videoId !== null) await deleteIfCleared(tx, videoId);
  const isMailed = await mailDecision(takedowns, { request, status, effect, now });
  const message = outcomeMessage(status, effect, strike);
  return {
    message: isMailed ? message : `${message} The complainant could not be mailed.`,
    after: { status, adminNotes: notes, videoId, effect, strike: strike && { ...strike } },
  };
}

async function carryOut(
  { db: tx, queue }: Takedowns,
  { decision, videoId, now }: { decision: Decision; videoId: string | null; now: Date },
): Promise<{ effect: Effect | null; strike: CountedStrike | null }> {
  if (decision.status === 'denied') return { effect: null, strike: null };
  if (videoId === null) return { effect: 'no_video', strike: null };
  const { isTaken, strike } = await takeOff(tx, { requestId: decision.id, videoId, now });
  // The job that enforces the sources' bases ends a struck-out source's queued downloads.
  if (strike) await queue.send(tx, sourceBasisJob, {});
  return { effect: isTaken ? 'taken_off' : 'was_off', strike };
}

async function videoOf(tx: Db, request: RequestRow, { status, videoId }: Decision): Promise<string | null> {
  const known = request.video_id && ((await selectNamedVideo(tx, request.video_id)) ?? null);
  if (!videoId) return known;
  if (status === 'denied')
    throw new AppError('bad_request', 'videoId: name a video only when approving a request.');
  const named = await selectNamedVideo(tx, videoId);
  if (!named) throw new AppError('bad_request', 'videoId: no video has this id.');
  if (known && known !== named)
    throw new AppError('bad_request', 'videoId: this request already names another video.');
  return named;
}

const EFFECT_NOTES: Record<Exclude<Effect, 'taken_off'>, string> = {
  was_off: 'Valid DMCA notice; the content had been removed already',
  no_video: 'Valid DMCA notice, but it names no video that is on this site: nothing was removed',
};

/** A note is stored as sent; the result is stored beside it (`effect`). Without a note, ours is used. */
function notesOf({ status, adminNotes }: Decision, effect: Effect | null): string {
  if (adminNotes) return adminNotes;
  return effect === null || effect === 'taken_off' ? DMCA_NOTES[status] : EFFECT_NOTES[effect];
}

async function mailDecision(
  { db: tx, queue, configFor }: Takedowns,
  decided: { request: RequestRow; status: Decision['status']; effect: Effect | null; now: Date },
): Promise<boolean> {
  const { request, status, effect, now } = decided;
  const domain = await configFor(request.domain ?? '');
  return putMail(tx, queue, decisionMail({ request, status, effect, domain }), { now });
}

function alreadyDecidedMessage({ status, decided_by: by, responded_at: at }: RequestRow): string {
  const when = at ? ` at ${formatMoment(at)}` : '';
  return `Another decision came first: ${by ?? 'an administrator'} ${status} this request${when}.`;
}

const APPROVED: Record<Effect, string> = {
  taken_off: 'The request was approved, and the video is off the site.',
  was_off: 'The request was approved; its video was off the site already.',
  no_video: 'The request was approved; it names no video that is on this site, so nothing was removed.',
};

function outcomeMessage(
  status: Decision['status'],
  effect: Effect | null,
  strike: CountedStrike | null,
): string {
  if (status === 'denied') return 'The request was denied.';
  return [APPROVED[effect ?? 'no_video'], strike && strikeMessage(strike)].filter(Boolean).join(' ');
}
