import type { Db } from '@vesper/core/db/pool.ts';
import { execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import { KEEPS_OFF } from '../../cases/index.ts';
import { FAMILY_COLUMNS, type FamilyVideo } from '../taking-off/take-off-queries.ts';
import { type Holder, holdsAs, type OtherHolders, TAKEN_COLUMNS, type TakenRow } from './restore-queries.ts';

/** With all copies: the same file, or merged. */
const copiesOf = (own: ReturnType<typeof sql>) => sql`
  own as materialized (${own}),
  copies as (
    select o.id from (select distinct content_sha256 from own) as film join videos o using (content_sha256)
    union all
    select r.to_id from own join video_redirects r on r.from_id = own.id
    union all
    select r.from_id from own join video_redirects r on r.to_id = own.id)`;

const ofCase = (caseId: string) => sql`
  select v.id, v.content_sha256 from videos v where v.id in (
    select video_id from case_targets where case_id = ${caseId}
    union all select video_id from takedown_videos where case_id = ${caseId})`;

const SHOWN = sql`
  select distinct c.id from copies c join videos o on o.id = c.id where o.status not in ('hidden', 'removed')`;

export function selectShownCopies(tx: Db, caseId: string, limit: number): Promise<FamilyVideo[]> {
  return execute(tx)<FamilyVideo>`
    with ${copiesOf(ofCase(caseId))}
    select ${FAMILY_COLUMNS}, v.id as named_id
    from (${SHOWN} limit ${limit}::int) as shown
    join videos v on v.id = shown.id left join video_sources s on s.id = v.source_id order by v.id`;
}

export function countShownCopies(db: Db, caseId: string, limit: number): Promise<number> {
  return numberOf(db)`
    with ${copiesOf(ofCase(caseId))}
    select count(*)::int as n from (${SHOWN} limit ${limit}::int) as shown`;
}

export function countFurtherCopies(tx: Db, videoIds: readonly string[], limit: number): Promise<number> {
  const own = sql`select id, content_sha256 from videos where id = any(${videoIds}::text[])`;
  return numberOf(tx)`
    with ${copiesOf(own)}
    select count(*)::int as n from (${SHOWN} and c.id <> all(${videoIds}::text[]) limit ${limit}::int) as further`;
}

/** Still down because of a notice, after an id. */
export function lockKeptOff(
  tx: Db,
  caseId: string,
  { after, limit }: { after: string; limit: number },
): Promise<(TakenRow & FamilyVideo)[]> {
  return execute(tx)<TakenRow & FamilyVideo>`
    select ${FAMILY_COLUMNS}, v.id as named_id, ${TAKEN_COLUMNS}
    from takedown_videos t join videos v on v.id = t.video_id left join video_sources s on s.id = v.source_id
    where t.case_id = ${caseId} and v.id > ${after} and v.status = 'hidden' and v.hidden_reason = 'takedown'
    order by v.id limit ${limit}::int for no key update of v`;
}

/** Still down, and taken down by no other case. */
export function countKeptOff(db: Db, caseId: string, limit: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from (
      select from takedown_videos t join videos v on v.id = t.video_id
      where t.case_id = ${caseId} and v.status = 'hidden' and v.hidden_reason = 'takedown'
        and not exists (select from takedown_videos o join cases c on c.id = o.case_id
          where o.video_id = t.video_id and o.case_id <> t.case_id
            and (c.is_open or ${KEEPS_OFF}))
      limit ${limit}::int) as kept`;
}

/** The oldest other case per video that keeps a copy down: like `selectHolders`, for any number of copies. */
export function selectHoldersOfCopies(
  tx: Db,
  { videoIds, ...others }: OtherHolders & { videoIds: readonly string[] },
): Promise<Holder[]> {
  const holding = sql`cross join lateral (
    select c.id as case_id, c.kind, c.is_open, c.decided_at
    from (select t.case_id, false as has_taken from case_targets t where t.video_id = o.id
      union all select t.case_id, true from takedown_videos t where t.video_id = o.id) as n
    join cases c on c.id = n.case_id
    where ${holdsAs(others)}) as h`;
  return execute(tx)<Holder>`
    with portion as materialized (
      select id, content_sha256 from videos where id = any (${videoIds}::text[])),
    films as materialized (
      select distinct on (o.content_sha256) o.content_sha256, h.*
      from (select distinct content_sha256 from portion) as film join videos o using (content_sha256)
      ${holding} order by o.content_sha256, h.decided_at nulls last, h.case_id),
    found as (
      select p.id as video_id, f.case_id, f.kind, f.is_open, f.decided_at
      from portion p join films f using (content_sha256)
      union all
      select p.id, h.case_id, h.kind, h.is_open, h.decided_at from portion p
      cross join lateral (
        select p.id union all select to_id from video_redirects where from_id = p.id
        union all select from_id from video_redirects where to_id = p.id) as o
      ${holding})
    select distinct on (video_id) video_id as "videoId", case_id as "caseId", kind, is_open as "isOpen"
    from found order by video_id, decided_at nulls last, case_id`;
}
