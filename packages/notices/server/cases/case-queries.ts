import { TAKEN_OFF_STATES } from '@vesper/contract';
import { takeLockOf } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { Cases } from '@vesper/core/db/schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { ANSWERS } from './kinds/index.ts';
import type { CaseState } from './states.ts';

export type CaseRow = Omit<Selectable<Cases>, 'state'> & { state: CaseState };

export async function selectCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const query = db.selectFrom('cases').selectAll().where('id', '=', id);
  return (await query.executeTakeFirst()) as CaseRow | undefined;
}

export async function lockCase(tx: Db, id: string): Promise<CaseRow | undefined> {
  const query = tx.selectFrom('cases').selectAll().where('id', '=', id).forUpdate();
  return (await query.executeTakeFirst()) as CaseRow | undefined;
}

/** The first identical case from the same network. */
export async function selectSameCase(
  tx: Db,
  { content, network, since }: { content: Buffer; network: Buffer; since: Date },
): Promise<string | undefined> {
  return oneValue(tx)<string>`
    select id from cases where content_mac = ${content} and network_mac = ${network} and received_at >= ${since}
    order by received_at, id limit 1`;
}

export async function lockMailbox(tx: Db, mark: Buffer): Promise<void> {
  await takeLockOf(tx, 'mailbox', mark.toString('hex'));
}

export async function insertCase(tx: Db, values: Insertable<Cases>): Promise<CaseRow> {
  return (await tx.insertInto('cases').values(values).returningAll().executeTakeFirstOrThrow()) as CaseRow;
}

export async function updateCase(
  tx: Db,
  id: string,
  fields: Partial<Omit<CaseRow, 'id' | 'is_open' | 'verdict'>>,
): Promise<CaseRow> {
  const query = tx.updateTable('cases').set(fields).where('id', '=', id).returningAll();
  return (await query.executeTakeFirstOrThrow()) as CaseRow;
}

export interface NewTarget {
  videoId: string | null;
  shape: 'page' | 'keyword' | 'media' | 'embed' | 'given' | 'merged' | 'other';
}

/** `sealed`: the address as written. */
export async function insertTargets(
  tx: Db,
  caseId: string,
  targets: readonly (NewTarget & { sealed: Buffer })[],
  first = 0,
): Promise<void> {
  await execute(tx)`
    insert into case_targets (case_id, position, video_id, shape, sealed)
    select ${caseId}, ${first}::int + one.position - 1, coalesce(r.to_id, v.id), one.shape, one.sealed
    from unnest(${targets.map(({ videoId }) => videoId)}::text[], ${targets.map(({ shape }) => shape)}::text[],
                ${targets.map(({ sealed }) => sealed)}::bytea[])
      with ordinality as one (video_id, shape, sealed, position)
    left join videos v on v.id = one.video_id left join video_redirects r on r.from_id = v.id`;
}

/** In the notice's order; merged videos are replaced by their target. */
export function selectTargetVideos(db: Db, caseId: string): Promise<string[]> {
  return columnOf(db)<string>`
    select id from (
      select coalesce(r.to_id, v.id) as id, min(t.position) as position
      from case_targets t join videos v on v.id = t.video_id left join video_redirects r on r.from_id = v.id
      where t.case_id = ${caseId} group by 1) as named
    order by position`;
}

export async function unnameVideos(tx: Db, caseId: string): Promise<void> {
  await tx.updateTable('case_targets').set({ video_id: null }).where('case_id', '=', caseId).execute();
}

export async function moveTargets(tx: Db, fromId: string, toId: string): Promise<void> {
  await tx.updateTable('case_targets').set({ video_id: toId }).where('video_id', '=', fromId).execute();
}

/** Points cases at the video that replaces a deleted one. Returns their ids. */
export function putTargets(
  tx: Db,
  targets: readonly { caseId: string; position: number }[],
  videoId: string,
): Promise<string[]> {
  return columnOf(tx)<string>`
    with given as (
      update case_targets t set video_id = ${videoId}
      from unnest(${targets.map(({ caseId }) => caseId)}::text[],
                  ${targets.map(({ position }) => position)}::int[]) as one (case_id, position)
      where t.case_id = one.case_id and t.position = one.position and t.video_id is null
      returning t.case_id)
    select distinct case_id from given order by case_id`;
}

export function countTargets(db: Db, caseId: string): Promise<number> {
  return numberOf(db)`select count(*)::int as n from case_targets where case_id = ${caseId}`;
}

export function selectNamedVideos(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; video_id: string; is_merged: boolean }[]> {
  return execute(db)<{ id: string; video_id: string; is_merged: boolean }>`
    select one.id, coalesce(r.to_id, v.id) as video_id, r.to_id is not null as is_merged
    from unnest(${[...new Set(ids)]}::text[]) as one (id)
    left join videos v on v.id = one.id left join video_redirects r on r.from_id = one.id
    where coalesce(r.to_id, v.id) is not null`;
}

export async function noteHidden(tx: Db, caseId: string, now: Date): Promise<void> {
  await execute(tx)`update cases set hidden_at = coalesce(hidden_at, ${now}) where id = ${caseId}`;
}

/** Whether a case keeps its videos down; one that was only answered does not. */
export function keepsOff({ state, ground }: Pick<CaseRow, 'state' | 'ground'>): boolean {
  return TAKEN_OFF_STATES.includes(state) && !ANSWERS.includes(ground ?? '');
}

/** The same, for a row `c`. */
export const KEEPS_OFF = sql<boolean>`(c.state = any (${TAKEN_OFF_STATES}::text[])
  and coalesce(c.ground, '') <> all (${ANSWERS}::text[]))`;
