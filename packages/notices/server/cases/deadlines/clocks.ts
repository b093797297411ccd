import type { Db } from '@vesper/core/db/pool.ts';
import type { CaseRow } from '../case-queries.ts';
import type { CaseKindRules, ClockRule, Span } from '../kinds/case-kind.ts';
import { rulesOf } from '../kinds/index.ts';
import type { CaseState } from '../states.ts';
import { endOfBusinessDays } from './business-days.ts';
import { insertClocks, type NewClock, stopClocks } from './clock-queries.ts';

const HOUR_MS = 3600 * 1000;

/** Business days end at midnight in New York. */
export function endOf(span: Span, from: Date): Date {
  if ('businessDays' in span) return endOfBusinessDays(from, span.businessDays);
  const hours = 'hours' in span ? span.hours : span.days * 24;
  return new Date(from.getTime() + hours * HOUR_MS);
}

/** Null after the last one. A clock that does nothing else raises an alarm at its end. */
export function nextAlarm(
  { alarms, after: span, does }: ClockRule,
  startedAt: Date,
  after: Date,
): Date | null {
  const all = does === 'alarm' ? [...alarms, span] : alarms;
  const times = all.map((one) => endOf(one, startedAt)).filter((at) => at > after);
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** When videos are restored, at the earliest and latest, after a counter-notice is forwarded. */
export function counterWindow(kind: string, forwardedAt: Date): { opens: Date; closes: Date } {
  const ends = rulesOf(kind)
    .clocks.filter(({ from }) => from === 'countered')
    .map(({ after }) => endOf(after, forwardedAt))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [opens = forwardedAt] = ends;
  return { opens, closes: ends.at(-1) ?? opens };
}

export function runsIn({ from, does, isHard }: ClockRule, state: CaseState): boolean {
  if (does === 'lapse') return state === 'unconfirmed' || state === 'incomplete';
  if (from === 'approved') return state === 'approved';
  if (from === 'countered') return state === 'restoring';
  if (state === 'unconfirmed') return from === 'received';
  return state === 'open' || (state === 'incomplete' && isHard === true);
}

export interface StateChange {
  from: CaseState | undefined;
  to: CaseState;
  now: Date;
}

export async function changeClocks(
  tx: Db,
  caseRow: Pick<CaseRow, 'id' | 'received_at' | 'confirmed_at' | 'decided_at'>,
  rules: CaseKindRules,
  change: StateChange,
): Promise<void> {
  const { from, to, now } = change;
  const ran = (rule: ClockRule) => from !== undefined && runsIn(rule, from);
  const stopped = rules.clocks.filter((rule) => ran(rule) && !runsIn(rule, to));
  await stopClocks(
    tx,
    caseRow.id,
    stopped.map(({ name }) => name),
    now,
  );
  const started = rules.clocks.filter((rule) => !ran(rule) && runsIn(rule, to));
  await insertClocks(
    tx,
    caseRow.id,
    started.map((rule) => newClock(rule, beginning(rule, caseRow, change))),
  );
}

function newClock(rule: ClockRule, startedAt: Date, now = startedAt): NewClock {
  const { name, after } = rule;
  return { name, startedAt, dueAt: endOf(after, startedAt), alarmAt: nextAlarm(rule, startedAt, now) };
}

/** Restarts the time before restoring from another forwarded counter-notice. Lock the case. */
export async function restartWindow(
  tx: Db,
  caseRow: Pick<CaseRow, 'id' | 'kind'>,
  { forwardedAt, now }: { forwardedAt: Date; now: Date },
): Promise<void> {
  const rules = rulesOf(caseRow.kind).clocks.filter(({ from }) => from === 'countered');
  await insertClocks(
    tx,
    caseRow.id,
    rules.map((rule) => newClock(rule, forwardedAt, now)),
  );
}

function beginning(
  rule: ClockRule,
  caseRow: Pick<CaseRow, 'received_at' | 'confirmed_at' | 'decided_at'>,
  { from, now }: StateChange,
): Date {
  // A dismissed counter-notice changes nothing.
  if (rule.from === 'approved') return caseRow.decided_at ?? now;
  // Each request for more grants the full time again.
  if (rule.does === 'lapse' && from !== undefined) return now;
  // Complete only now.
  if (from === 'incomplete') return now;
  if (rule.from === 'received') return caseRow.received_at;
  return rule.from === 'confirmed' ? (caseRow.confirmed_at ?? now) : now;
}
