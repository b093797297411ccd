import {
  type CaseDetails,
  type CaseFilter,
  type CaseOrder,
  LATEST_COUNTED_CASES,
  MOST_COUNTED_CASES,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { CaseClocks, CasePapers, CaseTargets, Videos } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '../../cases/index.ts';

export interface ListedCase extends CaseRow {
  addresses: number;
  videos: number;
  due_clock: string | null;
  title: string | null;
}

export interface ListFilter {
  state: CaseFilter;
  kind: string | undefined;
  dueBefore?: Date | undefined;
  order: CaseOrder;
  after: string | undefined;
  limit: number;
}

const OPEN: readonly CaseFilter[] = ['open', 'waiting', 'unconfirmed', 'incomplete'];

/** Open ones by clock or importance, others latest first. */
export function selectCases(
  db: Db,
  { state, kind, dueBefore, order, after, limit }: ListFilter,
): Promise<ListedCase[]> {
  const { sorting, beyond } = ORDERS[dueBefore ? 'due_first' : OPEN.includes(state) ? order : 'latest'];
  return execute(db)<ListedCase>`
    with page as materialized (
      select c.* from cases c
      where ${inState(state)} ${kind === undefined ? sql`` : sql`and c.kind = ${kind}`}
        ${dueBefore ? sql`and c.due_at <= ${dueBefore}` : sql``}
        ${after === undefined ? sql`` : sql`and ${beyond(after)}`}
      order by ${sorting} limit ${limit}::int)
    select c.*, ${BESIDES} from page c order by ${sorting}`;
}

function inState(state: CaseFilter) {
  if (state === 'all') return sql`true`;
  if (state === 'open' || state === 'decided') return state === 'open' ? sql`c.is_open` : sql`not c.is_open`;
  const one = state === 'waiting' ? 'open' : state;
  return OPEN.includes(state) ? sql`c.is_open and c.state = ${one}` : sql`c.state = ${one}`;
}

const BESIDES = sql`
  (select count(*)::int from case_targets t where t.case_id = c.id) as addresses,
  (select count(distinct t.video_id)::int from case_targets t where t.case_id = c.id) as videos,
  (select k.name from case_clocks k where k.case_id = c.id and k.due_at = c.due_at and k.name <> 'lapse'
    order by k.ended_at is not null, k.name limit 1) as due_clock,
  (select v.title from case_targets t join videos v on v.id = t.video_id where t.case_id = c.id
    order by t.position limit 1) as title`;

/** Matches the index cases_by_clock. */
const BY_CLOCK = sql`(c.rank < 1000000 and c.hidden_at is null), coalesce(c.due_at, 'infinity'), -c.rank, c.id`;

const ORDERS = {
  due: {
    sorting: BY_CLOCK,
    beyond: (id: string) => sql`(${BY_CLOCK}) > (select ${BY_CLOCK} from cases c where c.id = ${id})`,
  },
  importance: {
    sorting: sql`(-c.rank), c.received_at, c.id`,
    beyond: (id: string) =>
      sql`((-c.rank), c.received_at, c.id) > (select -rank, received_at, id from cases where id = ${id})`,
  },
  due_first: {
    sorting: sql`c.due_at, c.id`,
    beyond: (id: string) => sql`(c.due_at, c.id) > (select due_at, id from cases where id = ${id})`,
  },
  latest: {
    sorting: sql`c.received_at desc, c.id desc`,
    beyond: (id: string) => sql`(c.received_at, c.id) < (select received_at, id from cases where id = ${id})`,
  },
};

export async function selectListedCase(db: Db, id: string): Promise<ListedCase | undefined> {
  const [row] = await execute(db)<ListedCase>`select c.*, ${BESIDES} from cases c where c.id = ${id}`;
  return row;
}

export type TargetRow = Pick<Selectable<CaseTargets>, 'position' | 'shape' | 'sealed'> & {
  video:
    | (Pick<Selectable<Videos>, 'id' | 'title' | 'status' | 'hidden_reason' | 'duration'> & {
        source_name: string | null;
      })
    | null;
};

/** In order; a cleared video counts as removed. */
export function selectTargetsOf(db: Db, caseId: string, limit: number): Promise<TargetRow[]> {
  return execute(db)<TargetRow>`
    select t.position, t.shape, t.sealed, case when v.id is not null then json_build_object(
      'id', v.id, 'title', v.title, 'status', case when is_cleared(v) then 'removed' else v.status end,
      'hidden_reason', case when not is_cleared(v) then v.hidden_reason end,
      'duration', v.duration, 'source_name', s.name) end as video
    from case_targets t left join videos v on v.id = t.video_id left join video_sources s on s.id = v.source_id
    where t.case_id = ${caseId} order by t.position limit ${limit}::int`;
}

export function selectKeywordVideos(
  db: Db,
  { lang, slug }: { lang: string; slug: string },
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return execute(db)<{ id: string; title: string }>`
    select v.id, v.title
    from keywords k join keyword_videos l on l.keyword_id = k.id join videos v on v.id = l.video_id
    where k.language_code = ${lang.toLowerCase()} and k.slug = ${slug}
    order by l.relevance_score desc, v.id limit ${limit}::int`;
}

export type ClockRow = Omit<Selectable<CaseClocks>, 'case_id' | 'alarm_at' | 'alarmed_at'>;

export function selectClocksOf(db: Db, caseId: string): Promise<ClockRow[]> {
  return execute(db)<ClockRow>`
    select name, started_at, due_at, ended_at, ending from case_clocks
    where case_id = ${caseId} order by started_at, due_at, name`;
}

export type PaperHead = Pick<Selectable<CasePapers>, 'what' | 'at' | 'by'>;

export function selectPaperHeads(db: Db, caseId: string, limit: number): Promise<PaperHead[]> {
  return execute(db)<PaperHead>`
    select what, at, by from case_papers where case_id = ${caseId} order by id limit ${limit}::int`;
}

export type OtherRow = Pick<CaseRow, 'id' | 'kind' | 'state' | 'received_at'>;

/** Some videos are named by thousands of cases. */
const MOST_OF_A_VIDEO = 100;

/** The latest that share a video, or answer each other. */
export function selectOthers(
  db: Db,
  { id, about_case_id: aboutId }: Pick<CaseRow, 'id' | 'about_case_id'>,
  limit: number,
): Promise<OtherRow[]> {
  return execute(db)<OtherRow>`
    select c.id, c.kind, c.state, c.received_at from cases c
    where c.id <> ${id} and c.id in (
      select o.case_id from (select distinct video_id from case_targets where case_id = ${id}) as t
      cross join lateral (
        select case_id from case_targets where video_id = t.video_id limit ${MOST_OF_A_VIDEO}::int) as o
      union (select id from cases where about_case_id = ${id} limit ${MOST_OF_A_VIDEO}::int)
      union select ${aboutId}::text)
    order by c.received_at desc, c.id desc limit ${limit}::int`;
}

const MOST_OF_A_SENDER = 10;

/** Counted up to a limit, and the latest. */
export async function selectSender(
  db: Db,
  { id, mailbox_mac: mark }: Pick<CaseRow, 'id' | 'mailbox_mac'>,
): Promise<{ approved: number; denied: number; undecided: number; latest: OtherRow[] }> {
  const others = (verdict: string) =>
    sql`select id, kind, state, received_at from cases
      where mailbox_mac = ${mark} and verdict = ${verdict} and id <> ${id} order by received_at desc`;
  const count = (verdict: string) =>
    sql`(select count(*)::int from (${others(verdict)} limit ${MOST_COUNTED_CASES}::int) as few)`;
  const latest = (verdict: string) => sql`(${others(verdict)} limit ${MOST_OF_A_SENDER}::int)`;
  const counts = await firstRow(db)<{ approved: number; denied: number; undecided: number }>`
    select ${count('approved')} as approved, ${count('denied')} as denied, ${count('pending')} as undecided`;
  return {
    ...(counts ?? { approved: 0, denied: 0, undecided: 0 }),
    latest: await execute(db)<OtherRow>`
      select * from (${latest('approved')} union all ${latest('denied')} union all ${latest('pending')}) as few
      order by received_at desc, id desc limit ${MOST_OF_A_SENDER}::int`,
  };
}

const MOST_SOURCES = 5;
/** One notice can name hundreds. */
const MOST_COUNTED_TARGETS = 5;

export function selectSourcesOf(db: Db, caseId: string): Promise<CaseDetails['sources']> {
  return execute(db)<CaseDetails['sources'][number]>`
    with named as materialized (
      select distinct v.source_id from case_targets t join videos v on v.id = t.video_id
      where t.case_id = ${caseId} and v.source_id is not null limit ${MOST_SOURCES}::int),
    recent as materialized (
      select id from cases order by received_at desc, id desc limit ${LATEST_COUNTED_CASES}::int),
    counted as materialized (
      select v.source_id, count(distinct recent.id)::int as notices
      from recent cross join lateral (
        select video_id from case_targets t where t.case_id = recent.id order by position
        limit ${MOST_COUNTED_TARGETS}::int) as few
      join videos v on v.id = few.video_id where v.source_id in (select source_id from named) group by v.source_id)
    select s.id, s.name, s.enabled, s.strikes, coalesce(counted.notices, 0) as notices,
      (select count(*)::int from source_strikes k where k.source_id = s.id and k.state = 'void') as "voidStrikes"
    from named join video_sources s on s.id = named.source_id left join counted on counted.source_id = s.id
    order by s.name, s.id`;
}
