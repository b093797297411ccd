import { sourceBasisJob } from '../../intake/sources/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { lockMerges } from '../../library/videos/index.ts';
import {
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  everythingSaid,
  type Ground,
  groundNamed,
  openSeal,
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
import { deleteIfCleared } from '../clearing/index.ts';
import { caseCopiesJob } from './jobs.ts';
import { bringBack } from './restoring/restore.ts';
import { selectTakenBy } from './source-mail-queries.ts';
import { tellSources } from './source-mails.ts';
import type { CountedStrike } from './strikes.ts';
import { takeOff } from './taking-off/take-off.ts';

export interface Decision {
  id: string;
  status: 'approved' | 'denied';
  /** The administrator's name. */
  by: string;
  /** One of the kind's grounds; the default without one. */
  ground?: string | undefined;
  category?: string | undefined;
  /** The id of what another administrator has proposed, and this carries out. */
  proposal?: string | undefined;
}

/** The result of an approval, if it takes something off. */
export type Outcome = 'taken_off' | 'was_off' | 'no_video';

export interface Decided {
  caseRow: CaseRow;
  outcome: Outcome | null;
  /** Of an approval. */
  ground: Ground | null;
  strikes: CountedStrike[];
  /** Where nothing is taken off: what became of the videos that were hidden because of the case, in sentences; else empty. */
  back: string;
  videoIds: string[];
  /** What the case's texts are sealed with. */
  seal: CaseSeal;
  now: Date;
}

/** What belongs to a kind of its own, in the same transaction. */
export interface DecisionParts<Result> {
  /** Before anything is done; may refuse. */
  check?(tx: Db, caseRow: CaseRow): Promise<void>;
  /** Once it is carried out: notes, mails. */
  tell(tx: Db, decided: Decided): Promise<Result>;
}

/**
 * Decides about an open case, in one transaction with everything that follows: the takedown, the strikes, what `tell`
 * does. Throws not_found, bad_request for an unknown ground, conflict.
 */
export function decideCase<Result>(
  cases: CaseParts,
  decision: Decision,
  parts: DecisionParts<Result>,
): Promise<Result> {
  // It writes to rows that many others write, not all in the same order.
  return transaction(cases.db, (tx) => decideIn(tx, cases, decision, parts), { retry: ['deadlock'] });
}

async function decideIn<Result>(
  tx: Db,
  cases: CaseParts,
  decision: Decision,
  { check, tell }: DecisionParts<Result>,
): Promise<Result> {
  // First, like every merge: the named video may be merged into another right now.
  await lockMerges(tx);
  const caseRow = await requireCase(tx, decision.id);
  await check?.(tx, caseRow);
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
  // An approved case holds off the site what it names.
  if (isAnswer) await unnameVideos(tx, caseRow.id);
  const decided = { caseRow, outcome, ground: words, strikes, back, videoIds, seal, now };
  const result = await tell(tx, decided);
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
  // Only now no open case keeps what was cleared meanwhile.
  for (const id of videoIds) await deleteIfCleared(tx, id);
  return result;
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
  // The job that enforces the sources' bases ends a struck-out source's queued downloads.
  if (strikes.length > 0) await queue.send(tx, sourceBasisJob, {});
  return { outcome: isTaken || caseRow.hidden_at ? 'taken_off' : 'was_off', strikes, back: '' };
}

/** Without a chosen one the kind's, by what the sender asks for if that matters. Throws bad_request. */
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
    throw new AppError(
      'bad_request',
      'ground: what the sender asks for cannot be read. Please choose a ground.',
    );
  return groundFor(await everythingSaid(tx, caseRow.id, seal));
}

/** Nothing is taken off: what was hidden meanwhile comes back. */
async function bringBackHidden(
  tx: Db,
  cases: Pick<CaseParts, 'queue' | 'config'>,
  { caseRow, seal, by, now }: { caseRow: CaseRow; seal: CaseSeal; by: string; now: Date },
): Promise<Pick<Decided, 'outcome' | 'strikes' | 'back'>> {
  if (!caseRow.hidden_at) return { outcome: null, strikes: [], back: '' };
  const reason = 'It was decided that nothing is taken off.';
  const { outcome: back } = await bringBack(tx, cases, caseRow, { seal, by, reason, now });
  return { outcome: null, strikes: [], back };
}
