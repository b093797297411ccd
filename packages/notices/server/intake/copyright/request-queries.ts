import { type DmcaRequest, MOST_EARLIER_COUNTED, type ParsedInput, type Routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import type { DmcaRequests, Videos } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '../../cases/index.ts';

type Verdict = DmcaRequest['status'];

/** With its first video, its papers, and its complainant's record. */
export interface ListedRequest
  extends Pick<CaseRow, 'id' | 'initials' | 'key_name' | 'sealed_key' | 'domain' | 'decided_by'> {
  status: Verdict;
  submitted_at: Date;
  responded_at: Date | null;
  effect: DmcaRequest['effect'];
  restored_at: Date | null;
  restored_by: string | null;
  submission: Buffer | null;
  note: Buffer | null;
  has_note: boolean;
  reason: Buffer | null;
  video:
    | (Pick<
        Selectable<Videos>,
        | ('id' | 'title' | 'kind' | 'status' | 'hidden_reason' | 'duration' | 'thumbnail_url')
        | ('source_url' | 'source_id')
      > & { source_name: string | null })
    | null;
  earlier_approved: number;
  earlier_denied: number;
}

/** `/api/dmca` knows these states as one. */
const STATES: Record<Verdict, readonly CaseRow['state'][]> = {
  pending: ['unconfirmed', 'open', 'incomplete'],
  approved: ['approved', 'countered', 'restoring', 'litigation', 'restored'],
  denied: ['denied', 'withdrawn'],
};

/** Counted up to a limit. */
function earlier(verdict: Verdict) {
  return sql`(select count(*)::int from (
    select from cases e where e.mailbox_mac = c.mailbox_mac and e.kind = 'copyright'
      and e.verdict = ${verdict} and e.received_at < c.received_at limit ${MOST_EARLIER_COUNTED}::int) as few)`;
}

/** A cleared video counts as removed. */
function listed(db: Db, cases: ReturnType<typeof sql>): Promise<ListedRequest[]> {
  return execute(db)<ListedRequest>`
    select c.id, c.initials, c.key_name, c.sealed_key, c.domain, c.verdict as status, c.decided_by,
      c.received_at as submitted_at, c.decided_at as responded_at, c.outcome as effect, c.restored_at, c.restored_by,
      papers.*,
      ${earlier('approved')} as earlier_approved, ${earlier('denied')} as earlier_denied,
      case when v.id is not null then json_build_object(
        'id', v.id, 'title', v.title, 'kind', v.kind,
        'status', case when is_cleared(v) then 'removed' else v.status end,
        'hidden_reason', case when not is_cleared(v) then v.hidden_reason end,
        'duration', v.duration, 'thumbnail_url', v.thumbnail_url, 'source_url', v.source_url,
        'source_id', v.source_id, 'source_name', s.name) end as video
    from (${cases}) as c
    cross join lateral (
      select (array_agg(sealed order by id) filter (where what = 'submission'))[1] as submission,
        (array_agg(sealed order by id desc) filter (where what = 'note' and at = c.decided_at))[1] as note,
        bool_or(what = 'note' and at = c.decided_at) is true as has_note,
        (array_agg(sealed order by id desc) filter (where what = 'reason' and at = c.restored_at))[1] as reason
      from case_papers where case_id = c.id) as papers
    left join videos v on v.id = (
      select coalesce(d.to_id, t.video_id) from case_targets t left join video_redirects d on d.from_id = t.video_id
      where t.case_id = c.id and t.video_id is not null order by t.position limit 1)
    left join video_sources s on s.id = v.source_id
    order by c.received_at desc, c.id desc`;
}

export type WhichRequests = ParsedInput<Routes['takedowns']['list']>;

/** Newest first. */
export function selectRequests(db: Db, { status, before, limit }: WhichRequests): Promise<ListedRequest[]> {
  const states = status === 'all' ? Object.values(STATES).flat() : STATES[status];
  const beyond = before
    ? sql`and (received_at, id) < (select received_at, id from cases where id = ${before})`
    : sql``;
  // State by state, matching the index cases_of_kind.
  return listed(
    db,
    sql`select one.* from unnest(${states}::text[]) as wanted (state) cross join lateral (
      select * from cases where kind = 'copyright' and state = wanted.state ${beyond}
      order by received_at desc, id desc limit ${limit}::int) as one
    order by one.received_at desc, one.id desc limit ${limit}::int`,
  );
}

export async function selectRequest(db: Db, id: string): Promise<ListedRequest | undefined> {
  const [row] = await listed(db, sql`select * from cases where id = ${id} and kind = 'copyright'`);
  return row;
}

export type FormerNotice = Selectable<DmcaRequests>;

/** Notices still only in `dmca_requests`; skips locked ones. */
export function lockFormerNotices(tx: Db, afterId: string, limit: number): Promise<FormerNotice[]> {
  return execute(tx)<FormerNotice>`
    select r.* from cases c join dmca_requests r on r.id = c.id
    where c.kind = 'copyright' and c.erased_at is null and c.id > ${afterId}
      and not exists (select from case_papers p where p.case_id = c.id and p.what = 'submission')
    order by c.id limit ${limit}::int for update of c skip locked`;
}
