import type { Db } from '../../../kernel/db/pool.ts';
import type { CaseRow } from '../case-queries.ts';
import type { CaseKindRules, ClockRule, Span } from '../kinds/case-kind.ts';
import { rulesOf } from '../kinds/index.ts';
import type { CaseState } from '../states.ts';
import { endOfBusinessDays } from './business-days.ts';
import { insertClocks, stopClocks } from './clock-queries.ts';

const HOUR_MS = 3600 * 1000;

/** When a span from a moment ends; business days end with their last day in New York. */
export function endOf(span: Span, from: Date): Date {
  if ('businessDays' in span) return endOfBusinessDays(from, span.businessDays);
  const hours = 'hours' in span ? span.hours : span.days * 24;
  return new Date(from.getTime() + hours * HOUR_MS);
}

/** The next alarm of a clock after a moment; null after the last one. Where nothing else happens, its end is one. */
export function nextAlarm(
  { alarms, after: span, does }: ClockRule,
  startedAt: Date,
  after: Date,
): Date | null {
  const all = does === 'alarm' ? [...alarms, span] : alarms;
  const times = all.map((one) => endOf(one, startedAt)).filter((at) => at > after);
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** When what a case of this kind took off comes back after a counter-notice is forwarded: its first and last moment. */
export function counterWindow(kind: string, forwardedAt: Date): { opens: Date; closes: Date } {
  const ends = rulesOf(kind)
    .clocks.filter(({ from }) => from === 'countered')
    .map(({ after }) => endOf(after, forwardedAt))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [opens = forwardedAt] = ends;
  return { opens, closes: ends.at(-1) ?? opens };
}

/** Whether a clock runs in a state. */
export function runsIn({ from, does, isHard }: ClockRule, state: CaseState): boolean {
  if (does === 'lapse') return state === 'unconfirmed' || state === 'incomplete';
  if (from === 'approved') return state === 'approved';
  if (from === 'countered') return state === 'restoring';
  if (state === 'unconfirmed') return from === 'received';
  return state === 'open' || (state === 'incomplete' && isHard === true);
}

export interface StateChange {
  /** Undefined for a new case. */
  from: CaseState | undefined;
  to: CaseState;
  now: Date;
}

/** Stops the clocks that do not run any more, and starts those that now do. */
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
    started.map((rule) => {
      const startedAt = beginning(rule, caseRow, change);
      return {
        name: rule.name,
        startedAt,
        dueAt: endOf(rule.after, startedAt),
        alarmAt: nextAlarm(rule, startedAt, startedAt),
      };
    }),
  );
}

/** Counts the time of restoring of a locked case from another counter-notice, which was forwarded then. */
export async function restartWindow(
  tx: Db,
  caseRow: Pick<CaseRow, 'id' | 'kind'>,
  { forwardedAt, now }: { forwardedAt: Date; now: Date },
): Promise<void> {
  const rules = rulesOf(caseRow.kind).clocks.filter(({ from }) => from === 'countered');
  await insertClocks(
    tx,
    caseRow.id,
    rules.map((rule) => ({
      ...{ name: rule.name, startedAt: forwardedAt, dueAt: endOf(rule.after, forwardedAt) },
      alarmAt: nextAlarm(rule, forwardedAt, now),
    })),
  );
}

function beginning(
  rule: ClockRule,
  caseRow: Pick<CaseRow, 'received_at' | 'confirmed_at' | 'decided_at'>,
  { from, now }: StateChange,
): Date {
  // A dismissed counter-notice leaves it as it was.
  if (rule.from === 'approved') return caseRow.decided_at ?? now;
  // The sender who is asked for more has as much time as at first.
  if (rule.does === 'lapse' && from !== undefined) return now;
  // What was missing has come now.
  if (from === 'incomplete') return now;
  if (rule.from === 'received') return caseRow.received_at;
  return rule.from === 'confirmed' ? (caseRow.confirmed_at ?? now) : now;
}
