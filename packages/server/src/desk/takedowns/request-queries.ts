import { MOST_EARLIER_COUNTED } from '@vesper/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { anyRow, oneValue } from '../../kernel/db/run-sql.ts';
import type { DmcaRequests } from '../../kernel/db/schema.ts';

export type RequestRow = Selectable<DmcaRequests>;

/** A request with its video, and its complainant's earlier requests. */
export interface ListedRequest extends RequestRow {
  initials: string;
  key_name: string | null;
  sealed_key: Buffer | null;
  video: {
    id: string;
    title: string;
    kind: string;
    status: string;
    hidden_reason: string | null;
    duration: number;
    thumbnail_url: string;
    source_url: string;
    source_id: string | null;
    source_name: string | null;
  } | null;
  earlier_approved: number;
  earlier_denied: number;
}

/** The complainant's requests before the case `c` with that decision, counted up to a limit. */
function earlier(status: 'approved' | 'denied') {
  return sql`(select count(*)::int from (
    select from cases e where e.mailbox_mac = c.mailbox_mac and e.kind = 'copyright'
      and e.verdict = ${status} and e.received_at < c.received_at limit ${MOST_EARLIER_COUNTED}::int) as few)`;
}

/** The requests `r` of a query in list form, in its order. A cleared video counts as removed. */
function listed(requests: ReturnType<typeof sql>) {
  return sql<ListedRequest>`
    select r.*, c.initials, c.key_name, c.sealed_key, ${earlier('approved')} as earlier_approved, ${earlier('denied')} as earlier_denied,
      case when v.id is not null then json_build_object(
        'id', v.id, 'title', v.title, 'kind', v.kind,
        'status', case when is_cleared(v) then 'removed' else v.status end,
        'hidden_reason', case when not is_cleared(v) then v.hidden_reason end,
        'duration', v.duration, 'thumbnail_url', v.thumbnail_url, 'source_url', v.source_url,
        'source_id', v.source_id, 'source_name', s.name) end as video
    from (${requests}) as r join cases c on c.id = r.id
    left join videos v on v.id = r.video_id left join video_sources s on s.id = v.source_id
    order by r.submitted_at desc, r.id desc`;
}

export interface RequestFilter {
  status: 'pending' | 'approved' | 'denied' | undefined;
  /** Those before the request of this id. */
  before: string | undefined;
  limit: number;
}

/** Newest first. */
export async function selectRequests(
  db: Db,
  { status, before, limit }: RequestFilter,
): Promise<ListedRequest[]> {
  const ofStatus = status ? sql`and status = ${status}` : sql``;
  const beyond = before
    ? sql`and (submitted_at, id) < (select submitted_at, id from dmca_requests where id = ${before})`
    : sql``;
  const { rows } = await listed(sql`
    select * from dmca_requests where true ${ofStatus} ${beyond}
    order by submitted_at desc, id desc limit ${limit}::int`).execute(db);
  return rows;
}

export async function selectListedRequest(db: Db, id: string): Promise<ListedRequest | undefined> {
  const { rows } = await listed(sql`select * from dmca_requests where id = ${id}`).execute(db);
  return rows[0];
}

export function requestExists(db: Db, id: string): Promise<boolean> {
  return anyRow(db)`select from dmca_requests where id = ${id}`;
}

export async function selectRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('dmca_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What an administrator writes: all else follows the case. */
export async function writeNotes(
  tx: Db,
  id: string,
  notes: Partial<Pick<RequestRow, 'admin_notes' | 'restore_reason'>>,
): Promise<void> {
  await tx.updateTable('dmca_requests').set(notes).where('id', '=', id).execute();
}

/** The video of that id, or the one that it was merged into. */
export async function selectNamedVideo(db: Db, id: string): Promise<string | undefined> {
  return oneValue(db)<string>`
    select coalesce(r.to_id, v.id) as id from videos v left join video_redirects r on r.from_id = v.id
    where v.id = ${id}`;
}

/** Replaces the texts of a notice in clear by sealed ones. */
export async function writeSealed(tx: Db, id: string, texts: Partial<RequestRow>): Promise<void> {
  await tx.updateTable('dmca_requests').set(texts).where('id', '=', id).execute();
}
