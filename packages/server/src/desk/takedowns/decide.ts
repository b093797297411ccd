import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import {
  addPaper,
  type CaseParts,
  type CountedStrike,
  type Decided,
  decideCase,
  decisionMail,
  domainOf,
  NOT_KEPT,
  type Outcome,
  putCaseMail,
  setFirstTarget,
  strikeMessage,
} from '../cases/index.ts';
import { hasRoomFor, namedLines, quoted } from '../reports/index.ts';
import { noteOf } from './notes.ts';
import { type RequestRow, selectNamedVideo, writeNotes } from './request-queries.ts';
import { requireRequest } from './requests.ts';
import { openedRow } from './sealed-notice.ts';

export interface Decision {
  id: string;
  status: 'approved' | 'denied';
  ground?: string | undefined;
  category?: string | undefined;
  adminNotes?: string | null | undefined;
  /** The video, if the request names no known one. */
  videoId?: string | null | undefined;
  /** The administrator's name. */
  by: string;
}

export interface DecidedRequest {
  message: string;
  /** The written values, for the audit log. */
  after: Record<string, unknown>;
}

/** Decides a pending request: see `decideCase`. Throws bad_request, not_found, and conflict if it was decided before. */
export async function decideRequest(takedowns: CaseParts, decision: Decision): Promise<DecidedRequest> {
  const { id, status, by, ground, category } = decision;
  await requireRequest(takedowns.db, id);
  return decideCase(
    takedowns,
    { id, status, by, ground, category },
    { check: (tx) => check(tx, decision), tell: (tx, decided) => tell(tx, takedowns, decision, decided) },
  );
}

async function check(tx: Db, decision: Decision): Promise<void> {
  const request = await requireRequest(tx, decision.id);
  if (request.status !== 'pending') throw new AppError('conflict', alreadyDecidedMessage(request));
  await setFirstTarget(tx, request.id, await videoOf(tx, request, decision));
}

async function tell(
  tx: Db,
  takedowns: CaseParts,
  decision: Decision,
  { caseRow, outcome: effect, ground, strikes, back, videoIds, seal, now }: Decided,
): Promise<DecidedRequest> {
  const request = openedRow(await requireRequest(tx, decision.id), seal);
  const notes = noteOf(decision, effect);
  const { status } = decision;
  await addPaper(tx, request.id, seal, { what: 'note', text: notes, by: decision.by, at: now });
  await writeNotes(tx, request.id, { admin_notes: seal.sealText('admin_notes', notes) });
  const to = request.complainant_email;
  const mail = decisionMail({ caseRow, status, outcome: effect, ground, to });
  // Anybody can name any mailbox: one that was not confirmed gets none of the notice's words, and few mails.
  const isKnown = caseRow.confirmed_at !== null;
  const attached = isKnown
    ? quoted(request.infringing_url)
    : await ownAddresses(takedowns, caseRow, videoIds);
  const mayMail = isKnown || (await hasRoomFor(tx, caseRow, { kind: mail.kind, now }));
  const isMailed =
    mayMail && (await putCaseMail(tx, takedowns, { caseRow, seal }, { ...mail, attached }, { now }));
  const [strike = null] = strikes;
  const message = [outcomeMessage(status, effect, strike), back, seal.isLost && !back && NOT_KEPT]
    .filter(Boolean)
    .join(' ');
  return {
    message: isMailed || seal.isLost ? message : `${message} The complainant could not be mailed.`,
    after: {
      ...{ status, videoId: videoIds[0] ?? null, effect },
      strike: strike && { ...strike },
    },
  };
}

async function ownAddresses(
  takedowns: CaseParts,
  caseRow: Decided['caseRow'],
  videoIds: readonly string[],
): Promise<string> {
  const origin = takedowns.caseLinks.origin(await domainOf(takedowns, caseRow));
  return namedLines(
    videoIds.map((videoId) => ({ videoId })),
    origin,
  );
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

function alreadyDecidedMessage({ status, decided_by: by, responded_at: at }: RequestRow): string {
  const when = at ? ` at ${formatMoment(at)}` : '';
  return `Another decision came first: ${by ?? 'an administrator'} ${status} this request${when}.`;
}

const APPROVED: Record<Outcome, string> = {
  taken_off: 'The request was approved, and the video is off the site.',
  was_off: 'The request was approved; its video was off the site already.',
  no_video: 'The request was approved; it names no video that is on this site, so nothing was removed.',
};

function outcomeMessage(
  status: Decision['status'],
  effect: Outcome | null,
  strike: CountedStrike | null,
): string {
  if (status === 'denied') return 'The request was denied.';
  return [APPROVED[effect ?? 'no_video'], strike && strikeMessage(strike)].filter(Boolean).join(' ');
}
