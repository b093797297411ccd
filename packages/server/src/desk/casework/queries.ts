import type { CaseFilter, CaseOrder } from '@vesper/contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';
import type { CaseRow } from '../cases/index.ts';

export interface ListedCase extends CaseRow {
  addresses: number;
  videos: number;
}

export interface ListFilter {
  state: CaseFilter;
  kind: string | undefined;
  order: CaseOrder;
  /** Those behind the case of this id. */
  after: string | undefined;
  limit: number;
}

const STATES = {
  open: sql`c.is_open`,
  decided: sql`not c.is_open`,
  all: sql`true`,
} satisfies Record<CaseFilter, unknown>;

/** Cases in the order of the desk: open ones by importance or clock, others latest first. */
export function selectCases(db: Db, { state, kind, order, after, limit }: ListFilter): Promise<ListedCase[]> {
  const { sorting, beyond, only } = ORDERS[state === 'open' ? order : 'latest'];
  return execute(db)<ListedCase>`
    select c.*, ${COUNTS} from cases c
    where ${STATES[state]} ${only} ${kind === undefined ? sql`` : sql`and c.kind = ${kind}`}
      ${after === undefined ? sql`` : sql`and ${beyond(after)}`}
    order by ${sorting} limit ${limit}::int`;
}

const COUNTS = sql`
  (select count(*)::int from case_targets t where t.case_id = c.id) as addresses,
  (select count(distinct t.video_id)::int from case_targets t where t.case_id = c.id) as videos`;

const ORDERS = {
  importance: {
    sorting: sql`(-c.rank), c.received_at, c.id`,
    only: sql``,
    beyond: (id: string) =>
      sql`((-c.rank), c.received_at, c.id) > (select -rank, received_at, id from cases where id = ${id})`,
  },
  due: {
    sorting: sql`c.due_at, c.id`,
    only: sql`and c.due_at is not null`,
    beyond: (id: string) => sql`(c.due_at, c.id) > (select due_at, id from cases where id = ${id})`,
  },
  latest: {
    sorting: sql`c.received_at desc, c.id desc`,
    only: sql``,
    beyond: (id: string) => sql`(c.received_at, c.id) < (select received_at, id from cases where id = ${id})`,
  },
};

export async function selectListedCase(db: Db, id: string): Promise<ListedCase | undefined> {
  const [row] = await execute(db)<ListedCase>`select c.*, ${COUNTS} from cases c where c.id = ${id}`;
  return row;
}

export interface TargetRow {
  position: number;
  shape: string;
  sealed: Buffer | null;
  video: { id: string; title: string; status: string; hidden_reason: string | null } | null;
}

/** What a case names, in its order; a cleared video counts as removed. */
export function selectTargetsOf(db: Db, caseId: string, limit: number): Promise<TargetRow[]> {
  return execute(db)<TargetRow>`
    select t.position, t.shape, t.sealed, case when v.id is not null then json_build_object(
      'id', v.id, 'title', v.title, 'status', case when is_cleared(v) then 'removed' else v.status end,
      'hidden_reason', case when not is_cleared(v) then v.hidden_reason end) end as video
    from case_targets t left join videos v on v.id = t.video_id
    where t.case_id = ${caseId} order by t.position limit ${limit}::int`;
}

export interface ClockRow {
  name: string;
  started_at: Date;
  due_at: Date;
  ended_at: Date | null;
  ending: string | null;
}

export function selectClocksOf(db: Db, caseId: string): Promise<ClockRow[]> {
  return execute(db)<ClockRow>`
    select name, started_at, due_at, ended_at, ending from case_clocks
    where case_id = ${caseId} order by started_at, due_at, name`;
}

export interface PaperHead {
  what: string;
  at: Date;
  by: string | null;
}

export function selectPaperHeads(db: Db, caseId: string, limit: number): Promise<PaperHead[]> {
  return execute(db)<PaperHead>`
    select what, at, by from case_papers where case_id = ${caseId} order by id limit ${limit}::int`;
}

/** The latest other cases that name one of a case's videos, or answer it or are answered by it. */
export function selectOthers(
  db: Db,
  { id, about_case_id: aboutId }: Pick<CaseRow, 'id' | 'about_case_id'>,
  limit: number,
): Promise<Pick<CaseRow, 'id' | 'kind' | 'state'>[]> {
  return execute(db)<Pick<CaseRow, 'id' | 'kind' | 'state'>>`
    select c.id, c.kind, c.state from cases c
    where c.id <> ${id} and c.id in (
      select o.case_id from case_targets t join case_targets o on o.video_id = t.video_id where t.case_id = ${id}
      union select id from cases where about_case_id = ${id}
      union select ${aboutId}::text)
    order by c.received_at desc, c.id desc limit ${limit}::int`;
}
