import { recordSystemEvent } from '@vesper/access/audit';
import { counterNotice } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type CaseRow, updateCase } from './case-queries.ts';
import { changeClocks } from './deadlines/clocks.ts';
import { ANSWERS, COUNTERED_KINDS, rulesOf } from './kinds/index.ts';
import { endWaiting } from './proposals/proposal-queries.ts';
import { tellPapers } from './sealing/queries.ts';
import { type CaseEvent, type CaseState, nextState } from './states.ts';

const ENDS: ReadonlySet<CaseState> = new Set(['denied', 'restored', 'withdrawn']);

export interface Step {
  event: CaseEvent;
  now: Date;
  /** Null for the sender and for clocks. */
  by: string | null;
  /** Without a mail server there is no confirmation to wait for. */
  isMailOff?: boolean;
  fields?: Partial<CaseRow>;
  /** More for the audit log: no personal data, no free text. */
  after?: Record<string, unknown>;
}

/** Throws conflict with a sentence. */
export function requireStep(caseRow: CaseRow, event: CaseEvent, isMailOff = false): CaseState {
  const isUnconfirmed = caseRow.mailbox_mac !== null && caseRow.confirmed_at === null && !isMailOff;
  const to = nextState(caseRow.state, event, { isUnconfirmed });
  // Only a counter-notice ends so; the case it answers goes back.
  if (event === 'dismiss' && to === 'denied' && caseRow.kind !== counterNotice.kind)
    throw new AppError('conflict', 'Only a counter-notice can be dismissed.');
  if (event === 'restore' && caseRow.kind === counterNotice.kind)
    throw new AppError(
      'conflict',
      'A counter-notice takes nothing down: restore the case it answers, or dismiss it.',
    );
  if (event === 'restore' && ANSWERS.includes(caseRow.ground ?? ''))
    throw new AppError('conflict', 'This case was closed without a takedown.');
  if (event !== 'counter') return to;
  if (!COUNTERED_KINDS.includes(caseRow.kind))
    throw new AppError('conflict', 'This kind of case accepts no counter-notice.');
  if (caseRow.closed_at) throw new AppError('conflict', 'The time for a counter-notice is over.');
  return to;
}

export function canStep(caseRow: CaseRow, event: CaseEvent): boolean {
  try {
    requireStep(caseRow, event);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** State, clocks and audit log of a locked case; last in its transaction. Throws conflict with a sentence. */
export async function step(tx: Db, caseRow: CaseRow, { event, now, by, ...rest }: Step): Promise<CaseRow> {
  const to = requireStep(caseRow, event, rest.isMailOff);
  const rules = rulesOf(caseRow.kind);
  const stepped = await updateCase(tx, caseRow.id, {
    ...{ state: to, closed_at: isClosedBy(event, to, rules.clocks) ? now : null },
    ...columnsOf(event, to, { decidedAt: caseRow.decided_at ?? now, now, by }),
    ...rest.fields,
  });
  await changeClocks(tx, stepped, rules, {
    ...{ from: caseRow.state, to, now },
    ...(event === 'settle' && { from: to }),
  });
  const voided = await endWaiting(tx, caseRow.id, { ending: 'void', by: null, now });
  const facts = { kind: caseRow.kind, from: caseRow.state, to, by, ...rest.after, ...(voided && { voided }) };
  const after = { ...facts, papers: await tellPapers(tx, caseRow.id) };
  await recordSystemEvent(tx, { now: () => now }, { action: `cases.${event}`, subject: caseRow.id, after });
  return stepped;
}

/** An approved case closes after its counter-notice term, or a court decision. */
function isClosedBy(event: CaseEvent, to: CaseState, clocks: readonly { from: string }[]): boolean {
  if (to !== 'approved') return ENDS.has(to);
  return event === 'settle' || !clocks.some(({ from }) => from === 'approved');
}

function columnsOf(
  event: CaseEvent,
  to: CaseState,
  { decidedAt, now, by }: { decidedAt: Date; now: Date; by: string | null },
): Partial<CaseRow> {
  // A forwarded counter-notice keeps the time of forwarding as its decision.
  if (event === 'approve' || event === 'deny' || to === 'denied')
    return { decided_at: decidedAt, decided_by: by };
  if (to === 'restored') return { restored_at: now, restored_by: by };
  if (event === 'confirm') return { confirmed_at: now };
  return event === 'supplement' ? { asked: [] } : {};
}
