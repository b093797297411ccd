import { counterNotice } from '@vesper/contract';
import { recordSystemEvent } from '../../access/audit/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type CaseRow, updateCase } from './case-queries.ts';
import { changeClocks } from './deadlines/clocks.ts';
import { ANSWERS, COUNTERED_KINDS, rulesOf } from './kinds/index.ts';
import { endWaiting } from './proposals/proposal-queries.ts';
import { tellPapers } from './sealing/queries.ts';
import { type CaseEvent, type CaseState, nextState } from './states.ts';

/** In these nothing more is expected to happen. */
const ENDS: ReadonlySet<CaseState> = new Set(['denied', 'restored', 'withdrawn']);

export interface Step {
  event: CaseEvent;
  now: Date;
  /** The administrator's name; null for the sender, and for a clock. */
  by: string | null;
  /** No mail can be sent, so nobody waits for a confirmation. */
  isMailOff?: boolean;
  /** The columns that it writes besides. */
  fields?: Partial<CaseRow>;
  /** What the audit log says besides: no personal data, no free text. Papers are told of by their digests. */
  after?: Record<string, unknown>;
}

/** Whether an event can happen to a case now. Throws conflict with a sentence. */
export function requireStep(caseRow: CaseRow, event: CaseEvent, isMailOff = false): CaseState {
  const isUnconfirmed = caseRow.mailbox_mac !== null && caseRow.confirmed_at === null && !isMailOff;
  const to = nextState(caseRow.state, event, { isUnconfirmed });
  // What a counter-notice answers goes back to where it was; only a counter-notice ends so itself.
  if (event === 'dismiss' && to === 'denied' && caseRow.kind !== counterNotice.kind)
    throw new AppError('conflict', 'Only a counter-notice is dismissed.');
  if (event === 'restore' && caseRow.kind === counterNotice.kind)
    throw new AppError(
      'conflict',
      'A counter-notice takes nothing off: restore the case that it answers, or dismiss it.',
    );
  if (event === 'restore' && ANSWERS.includes(caseRow.ground ?? ''))
    throw new AppError('conflict', 'This case was answered, and took nothing off.');
  if (event !== 'counter') return to;
  if (!COUNTERED_KINDS.includes(caseRow.kind))
    throw new AppError('conflict', 'A case of this kind takes no counter-notice.');
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

/**
 * Lets something happen to a locked case: its new state, the clocks that stop and start, and the audit log's entry. The
 * entry locks the end of the log: the last statement of a transaction. Throws conflict with a sentence.
 */
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
  const waiting = { ending: 'void', by: null, now } as const;
  const voided = await endWaiting(tx, caseRow.id, waiting);
  const papers = await tellPapers(tx, caseRow.id);
  await recordSystemEvent(
    tx,
    { now: () => now },
    {
      action: `cases.${event}`,
      subject: caseRow.id,
      after: {
        kind: caseRow.kind,
        from: caseRow.state,
        to,
        by,
        ...rest.after,
        ...(voided && { voided }),
        papers,
      },
    },
  );
  return stepped;
}

/** An approved case is closed once its time for a counter-notice is over, or a court has decided. */
function isClosedBy(event: CaseEvent, to: CaseState, clocks: readonly { from: string }[]): boolean {
  if (to !== 'approved') return ENDS.has(to);
  return event === 'settle' || !clocks.some(({ from }) => from === 'approved');
}

function columnsOf(
  event: CaseEvent,
  to: CaseState,
  { decidedAt, now, by }: { decidedAt: Date; now: Date; by: string | null },
): Partial<CaseRow> {
  // A forwarded counter-notice was decided when it was forwarded, also if it is dismissed.
  if (event === 'approve' || event === 'deny' || to === 'denied')
    return { decided_at: decidedAt, decided_by: by };
  if (to === 'restored') return { restored_at: now, restored_by: by };
  if (event === 'confirm') return { confirmed_at: now };
  return event === 'supplement' ? { asked: [] } : {};
}
