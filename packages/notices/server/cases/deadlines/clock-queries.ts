import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import { type ClockRule, LAPSE } from '../kinds/case-kind.ts';
import { rulesOf } from '../kinds/index.ts';

export interface NewClock {
  name: string;
  startedAt: Date;
  dueAt: Date;
  alarmAt: Date | null;
}

export async function insertClocks(tx: Db, caseId: string, clocks: readonly NewClock[]): Promise<void> {
  for (const { name, startedAt, dueAt, alarmAt } of clocks)
    await execute(tx)`
      insert into case_clocks (case_id, name, started_at, due_at, alarm_at)
      values (${caseId}, ${name}, ${startedAt}, ${dueAt}, ${alarmAt})
      on conflict (case_id, name) do update set started_at = excluded.started_at, due_at = excluded.due_at,
        alarm_at = excluded.alarm_at, alarmed_at = null, ended_at = null, ending = null`;
  await noteFirstDue(tx, caseId);
}

export async function stopClocks(tx: Db, caseId: string, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await execute(tx)`
    update case_clocks set ended_at = ${now}, ending = 'stopped'
    where case_id = ${caseId} and name = any (${names}::text[]) and ended_at is null`;
  await noteFirstDue(tx, caseId);
}

/** An open case stays due after its clock has run out. */
export async function noteFirstDue(tx: Db, caseId: string): Promise<void> {
  await execute(tx)`
    update cases c set due_at = (
      select min(due_at) from case_clocks k
      where k.case_id = c.id and k.name <> ${LAPSE.name}
        and (k.ended_at is null or (c.is_open and k.ending = 'fired')))
    where id = ${caseId}`;
}

/** When videos are restored after a counter-notice; undefined if no such clock runs. */
export function selectWindow(db: Db, caseId: string): Promise<{ opens: Date; closes: Date } | undefined> {
  return firstRow(db)<{ opens: Date; closes: Date }>`
    select min(k.due_at) as opens, max(k.due_at) as closes
    from case_clocks k join cases c on c.id = k.case_id
    where k.case_id = ${caseId} and c.state = 'restoring' and k.ended_at is null having count(*) > 0`;
}

export interface RunningClock {
  caseId: string;
  name: string;
  kind: string;
  domain: string | null;
  startedAt: Date;
  dueAt: Date;
}

const RUNNING = sql`k.case_id as "caseId", k.name, c.kind, c.domain, k.started_at as "startedAt", k.due_at as "dueAt"`;

export function ruleOf({ kind, name }: RunningClock): ClockRule | undefined {
  return rulesOf(kind).clocks.find((rule) => rule.name === name);
}

/** Clocks that have run out and do more than raise an alarm, longest overdue first, lapses last. */
export function selectDueClocks(db: Db, now: Date, limit: number): Promise<RunningClock[]> {
  return execute(db)<RunningClock>`
    select ${RUNNING} from case_clocks k join cases c on c.id = k.case_id
    where k.ended_at is null and least(k.due_at, k.alarm_at) <= ${now} and k.due_at <= ${now}
      and (k.alarm_at is null or k.alarm_at < k.due_at)
    order by k.name = ${LAPSE.name}, least(k.due_at, k.alarm_at), k.case_id, k.name limit ${limit}::int`;
}

/** Matches the index cases_by_clock. */
const UNCONFIRMED = sql`(c.is_open and c.rank < 1000000 and c.hidden_at is null)`;

/** The most important first, with locked cases; skips locked ones. `isUnconfirmed`: strangers' cases, or all others. */
export function lockAlarms(
  tx: Db,
  now: Date,
  { isUnconfirmed, limit }: { isUnconfirmed: boolean; limit: number },
): Promise<RunningClock[]> {
  return execute(tx)<RunningClock>`
    select ${RUNNING} from case_clocks k join cases c on c.id = k.case_id
    where k.ended_at is null and least(k.due_at, k.alarm_at) <= ${now} and k.alarm_at <= ${now}
      and ${UNCONFIRMED} = ${isUnconfirmed}::boolean
    order by c.is_open, c.rank desc, least(k.due_at, k.alarm_at), k.case_id, k.name limit ${limit}::int
    for update of c, k skip locked`;
}

/** Ends a clock that has run out; false if it no longer runs. Lock its case first. */
export async function endClock(tx: Db, clock: RunningClock, now: Date): Promise<boolean> {
  const isEnded = (await endClocks(tx, [clock], now)) > 0;
  if (isEnded) await noteFirstDue(tx, clock.caseId);
  return isEnded;
}

/** Ends clocks that have run out; returns how many. Leaves `due_at` of their cases. */
export async function endClocks(tx: Db, clocks: readonly RunningClock[], now: Date): Promise<number> {
  const ended = await execute(tx)`
    update case_clocks k set ended_at = ${now}, ending = 'fired', alarm_at = null
    from unnest(${clocks.map(({ caseId }) => caseId)}::text[], ${clocks.map(({ name }) => name)}::text[])
      as one (case_id, name)
    where k.case_id = one.case_id and k.name = one.name and k.ended_at is null and k.due_at <= ${now} returning 1`;
  return ended.length;
}

export async function noteAlarms(
  tx: Db,
  clocks: readonly (RunningClock & { next: Date | null })[],
  now: Date,
): Promise<void> {
  await execute(tx)`
    update case_clocks k set alarmed_at = ${now}, alarm_at = one.next
    from unnest(${clocks.map(({ caseId }) => caseId)}::text[], ${clocks.map(({ name }) => name)}::text[],
                ${clocks.map(({ next }) => next)}::timestamptz[]) as one (case_id, name, next)
    where k.case_id = one.case_id and k.name = one.name`;
}

export function countAlarmMails(tx: Db, kind: string, since: Date): Promise<number> {
  return numberOf(tx)`
    select count(*)::int as n from mail_outbox where kind = ${kind} and created_at >= ${since}`;
}

/** The first column of the index cases_by_clock; without it the index is not used. */
const BY_CLOCK = sql`((rank < 1000000) and (hidden_at is null)) = any ('{true,false}'::boolean[])`;

export interface OpenCases {
  waiting: number;
  oldestAt: Date | null;
  overdue: number;
  dueSoon: number;
}

/** Counts up to `most` each. */
export async function countOpenCases(
  db: Db,
  { now, soon, most }: { now: Date; soon: Date; most: number },
): Promise<OpenCases> {
  const dueIn = (from: Date | null, to: Date) => sql`(select count(*)::int from (
    select from cases where is_open and ${BY_CLOCK} and coalesce(due_at, 'infinity') <= ${to}
      and coalesce(due_at, 'infinity') > coalesce(${from}::timestamptz, '-infinity') limit ${most}::int) as few)`;
  const row = await firstRow(db)<OpenCases>`
    select (select count(*)::int from (select from cases where is_open limit ${most}::int) as few) as waiting,
      (select received_at from cases where is_open order by received_at limit 1) as "oldestAt",
      ${dueIn(null, now)} as overdue, ${dueIn(now, soon)} as "dueSoon"`;
  return row ?? { waiting: 0, oldestAt: null, overdue: 0, dueSoon: 0 };
}
