import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { execute } from '../../../kernel/db/run-sql.ts';
import type { Videos } from '../../../kernel/db/schema.ts';

/** What acts change of a video; only what is named. */
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
}

/** Writes what acts have made of videos that the caller holds, in one statement, so that all is counted once. */
export async function updateStates(tx: Db, states: readonly NewState[]): Promise<void> {
  if (states.length === 0) return;
  await execute(tx)`
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
    where v.id = c.id`;
}

export interface DeletedVideo {
  hash: Buffer;
  url: string;
  sourceId: string | null;
  externalId: string | null;
  /** Of the fetched file, if there was one. */
  contentSha256: Buffer | null;
}

/** Of the rows `deleted`: the ids that had a page, which says from now on that it is gone. */
export const keepGone = sql`insert into gone_videos (id) select id from deleted where published_at is not null
  on conflict do nothing`;

/** Deletes videos with everything of theirs; the files, which no row names then, are removed by and by. */
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
  Pick<Selectable<Videos>, 'title' | 'description' | 'tags' | 'category' | 'slug'>
>;

/** Who has written words of a video: a person, whose words stay, or its source, which they go on following. */
export type WordsBy = 'person' | 'source';

/** Writes words, and whose they are. */
export async function updateEdited(tx: Db, id: string, fields: EditedFields, by: WordsBy): Promise<void> {
  const names = Object.keys(fields).filter((name) => name !== 'slug');
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
