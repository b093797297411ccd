import { counterNotice } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  COUNTERED_KINDS,
  COUNTERED_STATES,
  copyOf,
  counterWindow,
  countForwarded,
  everythingSaid,
  type Filled,
  hasSiteNote,
  mailSender,
  requireCase,
  requireStep,
  sealOf,
  selectCase,
  selectHolder,
  selectWindow,
  step,
} from '../cases/index.ts';
import { selectWaitingAnswers, wasDismissed } from './queries.ts';

/** By number, else by the named videos. Throws bad_request with a sentence. */
export async function findAnswered(db: Db, filled: Filled, videoIds: readonly string[]): Promise<string> {
  const number = filled.caseNumber;
  if (typeof number === 'string') return requireAnswerable(await selectCase(db, number));
  const held = await selectHolder(db, videoIds);
  if (held === undefined)
    throw refusal('We know of no notice that took this down. Please give the Request ID of the notice.');
  return held;
}

function requireAnswerable(caseRow: CaseRow | undefined): string {
  if (!caseRow) throw refusal('We have no notice with this number.');
  if (!COUNTERED_KINDS.includes(caseRow.kind))
    throw refusal('The law provides no counter-notice for this kind of notice. Please write to us.');
  // Further ones go to the complainant too.
  if (caseRow.state !== 'approved' && COUNTERED_STATES.includes(caseRow.state)) return caseRow.id;
  if (caseRow.is_open) throw refusal('Nothing has been taken down because of this notice.');
  try {
    requireStep(caseRow, 'counter');
  } catch (error) {
    if (error instanceof AppError) throw refusal(error.message);
    throw error;
  }
  return caseRow.id;
}

function refusal(sentence: string): AppError {
  return new AppError('bad_request', `caseNumber: ${sentence}`, { caseNumber: sentence });
}

const DAY_MS = 24 * 3600 * 1000;
/**
 * Per notice, as its mailbox may be unconfirmed: anybody can send counter-notices, and the law requires forwarding them.
 */
export const MOST_FORWARDED_A_DAY = 3;

/**
 * Forwards a complete, confirmed counter-notice to the complainant and starts the time before restoring (17 U.S.C.
 * 512(g)(2)(B) and (C)): from now, as the complainant needs ten business days to go to court. What cannot be forwarded
 * waits for an administrator, with a note. Last in the transaction.
 */
export async function answerCase(tx: Db, cases: CaseParts, id: string): Promise<void> {
  const caseRow = await requireCase(tx, id);
  if (
    caseRow.kind !== counterNotice.kind ||
    caseRow.state !== 'open' ||
    !caseRow.confirmed_at ||
    !caseRow.about_case_id
  )
    return;
  // Without its key there is nothing to forward yet.
  if (!openSeal(cases.keys, caseRow)) return;
  const about = await requireCase(tx, caseRow.about_case_id);
  if (!COUNTERED_STATES.includes(about.state) || about.closed_at) return;
  const now = cases.clock.now();
  const obstacle = await whyNotForwarded(tx, caseRow, about, now);
  if (obstacle !== null || !(await forward(tx, cases, { caseRow, about, now })))
    return noteOnce(tx, cases, {
      caseRow,
      now,
      note: obstacle ?? 'Not forwarded: no email address is known.',
    });
  const countered =
    about.state === 'approved' ? await step(tx, about, { event: 'counter', now, by: null }) : about;
  if (countered.state === 'countered') await step(tx, countered, { event: 'forward', now, by: null });
  await step(tx, caseRow, { event: 'approve', now, by: null, after: { about: about.id } });
}

async function whyNotForwarded(tx: Db, caseRow: CaseRow, about: CaseRow, now: Date): Promise<string | null> {
  if (await wasDismissed(tx, caseRow))
    return 'Not forwarded: an administrator has dismissed another one from the same email address or network. To grant this one, restore the case it answers.';
  const since = new Date(now.getTime() - DAY_MS);
  const forwarded = await countForwarded(tx, about.id, { since, limit: MOST_FORWARDED_A_DAY });
  return forwarded < MOST_FORWARDED_A_DAY
    ? null
    : `Not forwarded yet: ${forwarded} counter-notices to the notice ${about.id} were forwarded within a day. This one follows automatically.`;
}

async function noteOnce(
  tx: Db,
  { keys }: CaseParts,
  { caseRow, now, note }: { caseRow: CaseRow; now: Date; note: string },
): Promise<void> {
  if (await hasSiteNote(tx, caseRow.id)) return;
  const seal = await sealOf(tx, keys, caseRow, now);
  await addPaper(tx, caseRow.id, seal, { what: 'note', text: note, by: null, at: now });
}

/** False if the complainant cannot be mailed. */
async function forward(
  tx: Db,
  cases: CaseParts,
  { caseRow, about, now }: { caseRow: CaseRow; about: CaseRow; now: Date },
): Promise<boolean> {
  const { opens, closes } = (await selectWindow(tx, about.id)) ?? counterWindow(about.kind, now);
  const values = { counterNumber: caseRow.id, opens: formatMoment(opens), closes: formatMoment(closes) };
  const attached = copyOf(counterNotice, await everythingSaid(tx, caseRow.id, openSeal(cases.keys, caseRow)));
  const isSent = await mailSender(tx, cases, {
    ...{ caseRow: about, now },
    mail: {
      ...{ name: 'counter_notice', kind: 'counter-notice', values, attached },
      // Erased with the counter-notice.
      keptAttached: '(Its text is kept in the case with that number.)',
    },
  });
  if (!isSent) return false;
  await mailSender(tx, cases, {
    ...{ caseRow, number: about.id, now },
    mail: { name: 'counter_forwarded', kind: 'counter-notice-forwarded', values },
  });
  return true;
}

/** The next ones an hour later. */
const AT_ONCE = { mostOfOne: MOST_FORWARDED_A_DAY, limit: 1000 };

/** Forwards counter-notices held back by the daily limit, each in its own transaction; the rest keep waiting. */
export async function forwardWaiting(cases: CaseParts, signal: AbortSignal): Promise<void> {
  for (const id of await selectWaitingAnswers(cases.db, AT_ONCE)) {
    if (signal.aborted) return;
    await transaction(cases.db, (tx) => answerCase(tx, cases, id), { retry: ['deadlock'] });
  }
}
