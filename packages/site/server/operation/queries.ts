import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Alerts } from '@vesper/core/db/schema.ts';
import type { DiskState } from '@vesper/core/lib/files/disk-watch.ts';
import { type Selectable, sql } from 'kysely';
import type { FoundCondition } from './conditions.ts';

/** Three beats may be missed. */
const STALE_SECONDS = 20;
/** Ignores beats from a clock that was ahead. */
const LIVES = sql<boolean>`beat_at between now() - ${STALE_SECONDS} * interval '1 second' and now() + ${STALE_SECONDS} * interval '1 second'`;
/** Rows of killed workers show when one was last seen. */
const KEPT_DAYS = 7;

interface WorkerRow {
  id: string;
  host: string;
  started_at: Date;
  beat_at: Date;
  disks: DiskState[];
  lives: boolean;
}

export async function writeBeat(
  db: Db,
  { id, host }: Pick<WorkerRow, 'id' | 'host'>,
  disks: readonly DiskState[],
): Promise<void> {
  await execute(db)`insert into workers (id, host, disks) values (${id}, ${host}, ${JSON.stringify(disks)})
    on conflict (id) do update set beat_at = now(), disks = excluded.disks`;
}

export async function writeFigures(db: Db, id: string, figures: readonly object[]): Promise<void> {
  await execute(db)`update workers set figures = ${JSON.stringify(figures)} where id = ${id}`;
}

export function selectFigures<Figures>(db: Db): Promise<{ id: string; figures: Figures }[]> {
  return execute(db)<{ id: string; figures: Figures }>`
    select id, figures from workers where ${LIVES}`;
}

export async function deleteWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute();
}

export async function forgetWorkers(db: Db): Promise<void> {
  await execute(db)`delete from workers where beat_at < now() - ${KEPT_DAYS} * interval '1 day'`;
}

/** Live and most recently seen first. */
export function selectWorkers(db: Db, limit: number): Promise<WorkerRow[]> {
  return execute(db)<WorkerRow>`
    select id, host, started_at, beat_at, disks, ${LIVES} as lives
    from workers order by lives desc, beat_at desc, id limit ${limit}`;
}

export type AlertRow = Selectable<Alerts>;
export type PastAlertRow = AlertRow & { ended_at: Date };

/** Writes only differences. `since` in the future comes from a clock that was ahead. */
export async function noteConditions(
  tx: Db,
  conditions: readonly FoundCondition[],
  now: Date,
): Promise<void> {
  const column = (name: 'key' | 'severity' | 'sentence' | 'todo') =>
    sql`${conditions.map((one) => one[name])}::text[]`;
  await execute(tx)`
    insert into alerts (key, severity, sentence, todo, since)
    select key, severity, sentence, todo, ${now}
    from unnest(${column('key')}, ${column('severity')}, ${column('sentence')}, ${column('todo')})
      as found (key, severity, sentence, todo)
    on conflict (key) where ended_at is null do update
      set severity = excluded.severity, sentence = excluded.sentence, todo = excluded.todo,
        since = least(alerts.since, excluded.since)
      where (alerts.severity, alerts.sentence, alerts.todo)
        is distinct from (excluded.severity, excluded.sentence, excluded.todo)
        or alerts.since > excluded.since`;
  await execute(tx)`
    update alerts set ended_at = ${now} where ended_at is null and key <> all (${column('key')})`;
  await execute(tx)`delete from alerts where ended_at is not null and told_at is null`;
}

/** Marks conditions that began before their `at` as reported. */
export function tellBegun(
  tx: Db,
  before: readonly { key: string; at: Date }[],
  now: Date,
): Promise<AlertRow[]> {
  return execute(tx)<AlertRow>`
    update alerts set told_at = ${now}
    from unnest(${before.map(({ key }) => key)}::text[], ${before.map(({ at }) => at)}::timestamptz[])
      as due (of_key, at)
    where key = of_key and since <= at and ended_at is null and told_at is null
    returning alerts.*`;
}

export function tellEnded(tx: Db, now: Date): Promise<PastAlertRow[]> {
  return execute(tx)<PastAlertRow>`
    update alerts set end_told_at = ${now}
    where ended_at is not null and told_at is not null and end_told_at is null returning *`;
}

/** Records a past condition as reported. Undefined if another process did. */
export function insertPast(
  tx: Db,
  { key, severity, sentence, todo }: FoundCondition,
  { since, now }: { since: Date; now: Date },
): Promise<PastAlertRow | undefined> {
  return firstRow(tx)<PastAlertRow>`
    insert into alerts (key, severity, sentence, todo, since, ended_at, told_at, end_told_at)
    select ${key}, ${severity}, ${sentence}, ${todo}, ${since}::timestamptz, ${now}, ${now}, ${now}
    where not exists (select from alerts where key = ${key} and ended_at >= ${since})
    returning *`;
}

export async function forgetAlerts(tx: Db, before: Date): Promise<void> {
  await execute(tx)`delete from alerts where ended_at < ${before}`;
}

/** By key. */
export async function selectOpenSince(db: Db): Promise<Map<string, Date>> {
  const rows = await execute(db)<Pick<AlertRow, 'key' | 'since'>>`
    select key, since from alerts where ended_at is null`;
  return new Map(rows.map(({ key, since }) => [key, since]));
}

export function selectPastAlerts(db: Db, limit: number): Promise<PastAlertRow[]> {
  return execute(db)<PastAlertRow>`
    select * from alerts where ended_at is not null order by ended_at desc, id desc limit ${limit}::int`;
}

export async function insertPost(tx: Db, body: object, now: Date): Promise<void> {
  await execute(tx)`
    insert into alert_posts (body, created_at, due_at) values (${JSON.stringify(body)}, ${now}, ${now})`;
}

export interface AlertPost {
  id: number;
  body: object;
}

/** The first post if due; later ones wait for it. One due after the longest retry is from a clock that was ahead. */
export function leasePost(db: Db, now: Date, until: Date): Promise<AlertPost | undefined> {
  return firstRow(db)<AlertPost>`
    update alert_posts set due_at = ${until}
    where id = (select id from alert_posts order by id limit 1)
      and (due_at <= ${now} or due_at > ${until}::timestamptz + interval '10 minutes') returning id, body`;
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await execute(db)`delete from alert_posts where id = ${id}`;
}

/** Outside these times a post is too old, or from a clock that was ahead. */
export async function forgetPosts(db: Db, { before, after }: { before: Date; after: Date }): Promise<void> {
  await execute(db)`delete from alert_posts where created_at < ${before} or created_at > ${after}`;
}
