import type { Db } from '@vesper/core/db/pool.ts';
import { openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { sourceBasisJob } from '@vesper/intake/sources';
import { lockMerges } from '@vesper/library/videos';
import { deleteIfCleared } from '@vesper/upkeep/clearing';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  domainOf,
  everythingSaid,
  findCase,
  formOf,
  type Ground,
  groundNamed,
  hasRoomFor,
  mailSender,
  NOT_KEPT,
  namedLines,
  needsSecond,
  propose,
  quoted,
  requireCase,
  requireGround,
  requireSecond,
  requireStep,
  rulesOf,
  sealForStep,
  selectTargetVideos,
  step,
  unnameVideos,
} from '../cases/index.ts';
import { addVideo } from './desk/name-video.ts';
import { caseCopiesJob } from './jobs.ts';
import { bringBack } from './restoring/restore.ts';
import { tellSources } from './source-mails.ts';
import { type CountedStrike, strikeMessage } from './strikes.ts';
import { takeOff } from './taking-off/take-off.ts';
import { selectTakenBy } from './taking-off/take-off-queries.ts';

export interface Decision {
  id: string;
  status: 'approved' | 'denied';
  by: string;
  note?: string | null | undefined;
  /** Adds a video, by id or address at our `hostname`, before deciding. */
  naming?: { video: string; hostname: string };
  /** Defaults to the kind's. */
  ground?: string | undefined;
  category?: string | undefined;
  /** The proposal that this carries out. */
  proposal?: string | undefined;
}

/** The effect of an approval. */
export type Outcome = 'taken_off' | 'was_off' | 'no_video';

export interface Decided {
  caseRow: CaseRow;
  outcome: Outcome | null;
  ground: Ground | null;
  strikes: CountedStrike[];
  /** What happened to hidden videos, in sentences; else empty. */
  back: string;
  videoIds: string[];
  seal: CaseSeal;
  now: Date;
}

/** Decides, or proposes where that needs a second administrator. Throws bad_request, not_found, conflict. */
export async function decideOrPropose(cases: CaseParts, decision: Decision): Promise<string> {
  const { id, status, ground, category, note, by } = decision;
  const { kind } = await findCase(cases.db, id);
  const act = status === 'approved' ? 'approve' : 'deny';
  return needsSecond(cases, kind, act)
    ? propose(cases, { id, act, ground, category, text: note, by })
    : decideCase(cases, decision);
}

/** With takedown, strikes and mails in one transaction. Throws not_found, bad_request, conflict. */
export function decideCase(cases: CaseParts, decision: Decision): Promise<string> {
  // Locks rows that others lock in other orders.
  return transaction(cases.db, (tx) => decideIn(tx, cases, decision), { retry: ['deadlock'] });
}

async function decideIn(tx: Db, cases: CaseParts, decision: Decision): Promise<string> {
  // First, like every merge: the video may be merged right now.
  await lockMerges(tx);
  if (decision.naming) await addVideo(tx, cases, { id: decision.id, ...decision.naming });
  const caseRow = await requireCase(tx, decision.id);
  refuseApproving(caseRow, decision.status);
  const event = decision.status === 'approved' ? 'approve' : 'deny';
  requireStep(caseRow, event);
  const ground = event === 'approve' ? await chooseGround(tx, cases, caseRow, decision.ground) : null;
  const words = ground === null ? null : groundNamed(caseRow.kind, ground);
  const isAnswer = words?.takesOff === false;
  const now = cases.clock.now();
  const { by, proposal } = decision;
  const second = await requireSecond(tx, cases, caseRow, { act: event, by, proposal, now });
  const seal = await sealForStep(tx, cases.keys, caseRow, now);
  const videoIds = await selectTargetVideos(tx, caseRow.id);
  const { outcome, strikes, back } =
    event === 'approve' && !isAnswer
      ? await approve(tx, cases, { caseRow, videoIds, now })
      : await bringBackHidden(tx, cases, { caseRow, seal, by: decision.by, now });
  // Approved cases keep the named videos down.
  if (isAnswer) await unnameVideos(tx, caseRow.id);
  const decided = { caseRow, outcome, ground: words, strikes, back, videoIds, seal, now };
  const message = await tellDecision(tx, cases, decision, decided);
  const takenIds = outcome === 'taken_off' ? await selectTakenBy(tx, caseRow.id) : [];
  const sourcesTold = await tellSources(tx, cases, {
    caseRow,
    seal,
    what: 'taken_off',
    videoIds: takenIds,
    now,
  });
  const fields = { outcome, ground, category: decision.category ?? null };
  const after = {
    ...fields,
    ...(seal.isLost && { keysMissing: true }),
    videos: videoIds,
    strikes: strikes.length,
    sourcesTold,
    ...second,
  };
  await step(tx, caseRow, { event, now, by: decision.by, fields, after });
  // Now no open case keeps cleared videos.
  for (const id of videoIds) await deleteIfCleared(tx, id);
  return message;
}

/** A counter-notice restores; it takes nothing down. */
function refuseApproving({ kind }: CaseRow, status: Decision['status']): void {
  if (kind === 'counter_notice' && status === 'approved')
    throw new AppError(
      'conflict',
      'A counter-notice cannot be approved: restore the case it answers, or deny the counter-notice.',
    );
}

async function approve(
  tx: Db,
  { queue }: Pick<CaseParts, 'queue'>,
  { caseRow, videoIds, now }: { caseRow: CaseRow; videoIds: readonly string[]; now: Date },
): Promise<Pick<Decided, 'outcome' | 'strikes' | 'back'>> {
  if (videoIds.length === 0) return { outcome: 'no_video', strikes: [], back: '' };
  const counts = rulesOf(caseRow.kind).strikes;
  const { isTaken, isCut, strikes } = await takeOff(tx, { caseRow, videoIds, strikes: counts, now });
  if (isCut) await queue.send(tx, caseCopiesJob, { caseId: caseRow.id, act: 'take_off', by: null });
  // Ends a disabled source's queued downloads.
  if (strikes.length > 0) await queue.send(tx, sourceBasisJob, {});
  return { outcome: isTaken || caseRow.hidden_at ? 'taken_off' : 'was_off', strikes, back: '' };
}

/** Defaults to what the sender asks for. Throws bad_request. */
async function chooseGround(
  tx: Db,
  { keys }: Pick<CaseParts, 'keys'>,
  caseRow: CaseRow,
  chosen: string | undefined,
): Promise<string> {
  const { groundFor } = rulesOf(caseRow.kind);
  if (chosen || !groundFor) return requireGround(caseRow.kind, chosen);
  const seal = openSeal(keys, caseRow);
  if (!seal)
    throw new AppError('bad_request', 'ground: the sender’s request cannot be read. Please choose a ground.');
  return groundFor(await everythingSaid(tx, caseRow.id, seal));
}

/** Nothing is taken down: hidden videos are restored. */
async function bringBackHidden(
  tx: Db,
  cases: Pick<CaseParts, 'queue' | 'config'>,
  { caseRow, seal, by, now }: { caseRow: CaseRow; seal: CaseSeal; by: string; now: Date },
): Promise<Pick<Decided, 'outcome' | 'strikes' | 'back'>> {
  if (!caseRow.hidden_at) return { outcome: null, strikes: [], back: '' };
  const reason = 'The case was decided without a takedown.';
  const { outcome: back } = await bringBack(tx, cases, caseRow, { seal, by, reason, now });
  return { outcome: null, strikes: [], back };
}

async function tellDecision(
  tx: Db,
  cases: CaseParts,
  { id, status, note, by }: Decision,
  decided: Decided,
): Promise<string> {
  const { outcome, ground, strikes, back, seal, now } = decided;
  if (note) await addPaper(tx, id, seal, { what: 'note', text: note, by, at: now });
  const told = seal.isLost ? !back && NOT_KEPT : await mailDecision(tx, cases, status, decided);
  const [strike] = strikes;
  return [
    status === 'denied'
      ? 'The case was denied.'
      : ground?.takesOff === false
        ? 'The request was answered, and nothing was taken down.'
        : APPROVED[outcome ?? 'no_video'],
    back,
    strike && strikeMessage(strike),
    told,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Without anything written in the case. */
async function mailDecision(
  tx: Db,
  cases: CaseParts,
  status: Decision['status'],
  decided: Decided,
): Promise<string> {
  const { caseRow, outcome, ground, now } = decided;
  // Anybody can name a mailbox; only its owner confirms.
  const isKnown = caseRow.confirmed_at !== null;
  const { tellsUnconfirmed = false } = rulesOf(caseRow.kind);
  if (!isKnown && !tellsUnconfirmed)
    return 'The sender is not notified: there is no confirmed email address.';
  const approved = ground?.takesOff === false ? 'answered' : APPROVED_MAILS[outcome ?? 'no_video'];
  const mail = {
    ...({ name: status === 'denied' ? status : approved, kind: 'notice-decision' } as const),
    values: { received: formatMoment(caseRow.received_at), ground: ground?.words ?? '' },
    attached: tellsUnconfirmed ? await namedIn(tx, cases, decided) : '',
  };
  const isMailed =
    (isKnown || (await hasRoomFor(tx, caseRow, { kind: mail.kind, now }))) &&
    (await mailSender(tx, cases, { caseRow, mail, now }));
  return isMailed ? 'The sender is notified by email.' : 'The sender could not be emailed.';
}

const APPROVED_MAILS = { taken_off: 'approved', was_off: 'was_off', no_video: 'no_video' } as const;

/** Quotes the notice only to a confirmed mailbox, else names only our addresses. */
async function namedIn(tx: Db, cases: CaseParts, { caseRow, seal, videoIds }: Decided): Promise<string> {
  if (caseRow.confirmed_at === null) {
    const origin = cases.caseLinks.origin(await domainOf(cases, caseRow));
    return namedLines(
      videoIds.map((videoId) => ({ videoId })),
      origin,
    );
  }
  const { addresses = '' } = formOf(caseRow.kind).parts;
  const said = await everythingSaid(tx, caseRow.id, seal);
  return quoted(String(said[addresses ?? ''] ?? ''));
}

const APPROVED: Record<Outcome, string> = {
  taken_off: 'The case was approved, and its videos were taken down.',
  was_off: 'The case was approved; its videos were already down.',
  no_video: 'The case was approved; it names no video on this site, so nothing was removed.',
};
