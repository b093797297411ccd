import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

export interface NewClock {
  name: string;
  startedAt: Date;
  dueAt: Date;
  alarmAt: Date | null;
}

/** Starts clocks, also those that ran before, and notes on the case which of all ends first. */
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

export async function noteFirstDue(tx: Db, caseId: string): Promise<void> {
  await execute(tx)`
    update cases set due_at = (select min(due_at) from case_clocks where case_id = ${caseId} and ended_at is null)
    where id = ${caseId}`;
}
