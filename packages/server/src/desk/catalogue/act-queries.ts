import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import type { SubjectVideo, VideoState } from './act-rules.ts';

/**
 * Videos that an act is about, held until the transaction ends, in the order of their ids, as everyone takes them who
 * writes several. Those that are gone, or cleared, are left out.
 */
export async function lockSubjects(tx: Db, ids: readonly string[], now: Date): Promise<SubjectVideo[]> {
  await sql`select from videos where id = any (${ids}::text[]) order by id for no key update`.execute(tx);
  // In a statement of its own: it sees what whoever held them before has made of them.
  const { rows } = await sql<SubjectVideo>`
    select v.id, v.status, v.hidden_reason as "hiddenReason", v.removal_reason as "removalReason", v.category, v.tags,
      v.kind, v.published_at is not null as "wasPublic",
      v.hidden_reason is not distinct from 'takedown'
        or coalesce(b.request_id is not null, false) as "isTakenDown",
      b.hash is not null and b.request_id is null as "isDeletedElsewhere",
      exists (select from dmca_requests d where d.video_id = v.id and d.status = 'pending') as "hasPendingNotice",
      exists (select from video_redirects r where r.from_id = v.id) as "isMerged",
      v.source_id is null or is_covered(v.source_id, v.kind, greatest(now(), ${now}::timestamptz)) as "isCovered",
      v.kind <> 'hosted' or exists (select from stored_files f where f.video_id = v.id and f.key = v.video_url)
        as "hasFilm"
    from videos v left join blocked_addresses b on b.hash = v.source_url_hash
    where v.id = any (${ids}::text[]) and not is_cleared(v) order by v.id`.execute(tx);
  return rows;
}

export interface NewState {
  id: string;
  state: VideoState;
}

/** Writes what acts have made of videos that the caller holds, in one statement, so that all is counted once. */
export async function updateStates(tx: Db, states: readonly NewState[]): Promise<void> {
  if (states.length === 0) return;
  await sql`
    update videos v set
      status = coalesce(c.state->>'status', v.status),
      hidden_reason = case when c.state ? 'hiddenReason' then c.state->>'hiddenReason' else v.hidden_reason end,
      removal_reason = case when c.state ? 'removalReason' then c.state->>'removalReason' else v.removal_reason end,
      category = coalesce(c.state->>'category', v.category),
      tags = case when c.state ? 'tags' then array(select jsonb_array_elements_text(c.state->'tags')) else v.tags end,
      edited_fields = array(
        select unnest(v.edited_fields)
        union select 'category' where c.state ? 'category' union select 'tags' where c.state ? 'tags' order by 1)
    from (select id, state::jsonb as state
          from unnest(${states.map(({ id }) => id)}::text[],
                      ${states.map(({ state }) => JSON.stringify(state))}::text[]) as changed (id, state)) as c
    where v.id = c.id`.execute(tx);
}

/** They are worked out anew when they are next asked for. */
export async function forgetRelated(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from related_videos where video_id = any (${ids}::text[])`.execute(tx);
}

export interface DeletedVideo {
  hash: Buffer;
  url: string;
  sourceId: string | null;
  externalId: string | null;
}

/** Deletes videos with everything of theirs; the files, which no row names then, are removed by and by. */
export async function deleteVideos(tx: Db, ids: readonly string[]): Promise<DeletedVideo[]> {
  const { rows } = await sql<DeletedVideo>`
    delete from videos where id = any (${ids}::text[])
    returning source_url_hash as hash, source_url as url, source_id as "sourceId",
      external_id as "externalId"`.execute(tx);
  return rows;
}

export async function selectCategoryNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from categories where name = any (${names}::text[]) for key share`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
