import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

/** Only the named fields change. */
export interface VideoState {
  status?: string;
  hiddenReason?: string | null;
  removalReason?: string | null;
  category?: string;
  tags?: string[];
}

export interface NewState {
  id: string;
  state: VideoState;
  /** ISO 8601. */
  publishedAt?: string | undefined;
}

/** Changes locked videos in one statement, so that counts are updated once. */
export async function updateStates(tx: Db, states: readonly NewState[]): Promise<void> {
  if (states.length === 0) return;
  await execute(tx)`
    update videos v set
      status = coalesce(c.state->>'status', v.status),
      hidden_reason = case when c.state ? 'hiddenReason' then c.state->>'hiddenReason' else v.hidden_reason end,
      removal_reason = case when c.state ? 'removalReason' then c.state->>'removalReason' else v.removal_reason end,
      category = coalesce(c.state->>'category', v.category),
      tags = case when c.state ? 'tags' then array(select jsonb_array_elements_text(c.state->'tags')) else v.tags end,
      published_at = coalesce((c.state->>'publishedAt')::timestamptz, v.published_at),
      edited_fields = array(
        select unnest(v.edited_fields)
        union select 'category' where c.state ? 'category' union select 'tags' where c.state ? 'tags' order by 1)
    from (select id, state::jsonb as state
          from unnest(${states.map(({ id }) => id)}::text[],
                      ${states.map(({ state, publishedAt }) => JSON.stringify({ ...state, publishedAt }))}::text[]) as changed (id, state)) as c
    where v.id = c.id`;
}

export interface DeletedVideo {
  hash: Buffer;
  url: string;
  sourceId: string | null;
  externalId: string | null;
  /** Of the fetched file, if any. */
  contentSha256: Buffer | null;
}

/** Remembers `deleted` videos that had a page: it answers 410 from now on. */
export const keepGone = sql`insert into gone_videos (id) select id from deleted where published_at is not null
  on conflict do nothing`;

/** Cleaning removes the files. */
export function deleteVideos(tx: Db, ids: readonly string[]): Promise<DeletedVideo[]> {
  return execute(tx)<DeletedVideo>`
    with deleted as (
      delete from videos where id = any (${ids}::text[])
      returning id, published_at, source_url_hash as hash, source_url as url, source_id as "sourceId",
        external_id as "externalId", content_sha256 as "contentSha256"),
    kept as (${keepGone})
    select hash, url, "sourceId", "externalId", "contentSha256" from deleted`;
}

export type EditedFields = Partial<
  Pick<Selectable<Videos>, 'title' | 'description' | 'tags' | 'category' | 'language' | 'slug'>
>;

/** A person's words stay; a source's continue to follow it. */
export type WordsBy = 'person' | 'source';

export async function updateEdited(
  tx: Db,
  id: string,
  fields: EditedFields,
  { names, by }: { names: readonly string[]; by: WordsBy },
): Promise<void> {
  const change = by === 'person' ? sql`union` : sql`except`;
  await tx
    .updateTable('videos')
    .set({
      ...fields,
      edited_fields: sql<
        string[]
      >`array(select unnest(edited_fields) ${change} select unnest(${names}::text[]) order by 1)`,
    })
    .where('id', '=', id)
    .execute();
}
