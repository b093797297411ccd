import { counterNotice, type ParsedInput, type Routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  counterWindow,
  groundNamed,
  mailSender,
  requireCase,
  requireGround,
  requireStep,
  restartWindow,
  sealForStep,
  selectFirstForwarded,
  step,
} from '../cases/index.ts';

export type Dismissal = ParsedInput<Routes['casework']['dismiss']> & { by: string };

/**
 * Ends a counter-notice without effect: its clock stops unless another forwarded one is pending, whose time then counts.
 * The sender is told, and the complainant if it was forwarded. Throws not_found, bad_request for an unknown ground,
 * conflict.
 */
export function dismissCounterNotice(cases: CaseParts, dismissal: Dismissal): Promise<string> {
  return transaction(cases.db, (tx) => dismissIn(tx, cases, dismissal), { retry: ['deadlock'] });
}

async function dismissIn(tx: Db, cases: CaseParts, { id, reason, by, ...given }: Dismissal): Promise<string> {
  const caseRow = await requireCase(tx, id);
  if (caseRow.kind !== counterNotice.kind)
    throw new AppError('conflict', 'Only a counter-notice can be dismissed.');
  requireStep(caseRow, 'dismiss');
  const ground = requireGround(caseRow.kind, given.ground);
  const about = await requireCase(tx, caseRow.about_case_id ?? '');
  const wasForwarded = caseRow.state === 'approved';
  if (wasForwarded) refuseEnded(about);
  const now = cases.clock.now();
  const seal = await sealForStep(tx, cases.keys, caseRow, now);
  await addPaper(tx, id, seal, { what: 'reason', text: reason, by, at: now });
  const next = wasForwarded ? await selectFirstForwarded(tx, about.id, id) : undefined;
  const window = next && counterWindow(about.kind, next);
  await tell(tx, cases, {
    caseRow,
    about,
    words: groundNamed(caseRow.kind, ground)?.words ?? '',
    window,
    now,
  });
  if (next) await restartWindow(tx, about, { forwardedAt: next, now });
  const after = { ground, about: about.id, ...(window && { opens: window.opens }) };
  await step(tx, caseRow, { event: 'dismiss', now, by, fields: { ground }, after });
  if (!wasForwarded) return 'The counter-notice was dismissed before it was forwarded.';
  if (window)
    return `The counter-notice was dismissed. Another one is pending: the videos are restored at ${formatMoment(window.opens)}.`;
  await step(tx, about, { event: 'dismiss', now, by, after: { answer: id } });
  return 'The counter-notice was dismissed. The videos stay down.';
}

function refuseEnded(about: CaseRow): void {
  if (about.state === 'restoring') return;
  const why = about.state === 'litigation' ? 'A court action is recorded there.' : 'It has ended.';
  throw new AppError('conflict', `The case ${about.id} is not waiting to be restored. ${why}`);
}

interface Told {
  caseRow: CaseRow;
  about: CaseRow;
  words: string;
  window: { opens: Date; closes: Date } | undefined;
  now: Date;
}

async function tell(tx: Db, cases: CaseParts, { caseRow, about, words, window, now }: Told): Promise<void> {
  const values = { counterNumber: caseRow.id, ground: words };
  if (caseRow.confirmed_at)
    await mailSender(tx, cases, {
      ...{ caseRow, number: about.id, now },
      mail: { name: 'counter_dismissed', kind: 'notice-decision', values },
    });
  if (caseRow.state !== 'approved') return;
  const next = window && { opens: formatMoment(window.opens), closes: formatMoment(window.closes) };
  await mailSender(tx, cases, {
    ...{ caseRow: about, now },
    mail: { name: 'counter_ended', kind: 'notice-counter-ended', values: { ...values, ...next } },
  });
}
