import type { Db } from '@vesper/core/db/pool.ts';
import { execute, numberOf } from '@vesper/core/db/run-sql.ts';

/** Text is clean; tags and category are decided. */
export interface NewEmbed {
  sourceUrl: string;
  sourceUrlHash: Buffer;
  externalId: string | null;
  title: string;
  description: string;
  tags: readonly string[];
  category: string;
  /** As the source says: two or three letters. */
  language: string | null;
  slug: string;
  embedUrl: string;
  provider: string;
  embedId: string;
  /** 0 if unknown. */
  durationSeconds: number;
  width: number | null;
  height: number | null;
  /** At its source; '' if unknown. */
  pictureUrl: string;
}

/** Separates tags, which have no control characters. */
export const UNIT = '\x1f';

/** Publishes in one statement, except videos whose address or source's id is taken; returns ids by hex address hash. */
export async function insertEmbeds(
  tx: Db,
  sourceId: string,
  videos: readonly NewEmbed[],
): Promise<Map<string, string>> {
  if (videos.length === 0) return new Map();
  const each = <T>(field: (video: NewEmbed) => T) => videos.map(field);
  const rows = await execute(tx)<{ id: string; hash: Buffer }>`
    with given as (
      select * from unnest(
        ${each((one) => one.sourceUrl)}::text[], ${each((one) => one.sourceUrlHash)}::bytea[],
        ${each((one) => one.externalId)}::text[], ${each((one) => one.title)}::text[],
        ${each((one) => one.description)}::text[], ${each((one) => one.tags.join(UNIT))}::text[],
        ${each((one) => one.category)}::text[], ${each((one) => one.language)}::text[],
        ${each((one) => one.slug)}::text[],
        ${each((one) => one.embedUrl)}::text[], ${each((one) => one.provider)}::text[],
        ${each((one) => one.embedId)}::text[], ${each((one) => one.durationSeconds)}::int[],
        ${each((one) => one.width)}::int[], ${each((one) => one.height)}::int[]) with ordinality
        as one (url, hash, external_id, title, description, tags, category, language, slug, embed_url, provider, embed_id,
                duration, width, height, place)),
    made as (
      insert into videos (source_url, source_url_hash, source_id, external_id, title, description, tags, category, language,
                          slug, kind, status, embed_url, embed_provider, embed_id, duration, width, height, placeholder,
                          published_at)
      select url, hash, ${sourceId}, external_id, title, description, string_to_array(tags, ${UNIT}), category, language,
        slug, 'embed', 'published', embed_url, provider, embed_id, duration, width, height, '', clock_timestamp()
      from given order by place
      on conflict do nothing returning id, source_url_hash)
    select id, source_url_hash as hash from made`;
  return new Map(rows.map(({ id, hash }) => [hash.toString('hex'), id]));
}

/** By addresses and by the source's ids. */
export interface NamedVideos {
  sourceId: string;
  hashes: readonly Buffer[];
  externalIds: readonly string[];
}

export interface Withdrawn {
  id: string;
  hash: Buffer;
  externalId: string | null;
}

/** Hides public and scheduled videos that their source has withdrawn. */
export function hideWithdrawn(tx: Db, { sourceId, hashes, externalIds }: NamedVideos): Promise<Withdrawn[]> {
  return execute(tx)<Withdrawn>`
    with named as (
      select id from videos where source_url_hash = any (${hashes}::bytea[]) and source_id = ${sourceId}
      union
      select id from videos where source_id = ${sourceId} and external_id = any (${externalIds}::text[])),
    taken as (
      select v.id from videos v join named on named.id = v.id
      where (v.status = 'published' or v.hidden_reason = 'scheduled') and not is_cleared(v)
      order by v.id for no key update of v)
    update videos v set status = 'hidden', hidden_reason = 'withdrawn' from taken where v.id = taken.id
    returning v.id, v.source_url_hash as hash, v.external_id as "externalId"`;
}

export function countEmbedsSince(db: Db, sourceId: string, since: Date): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from videos
    where source_id = ${sourceId} and created_at >= ${since} and kind = 'embed'`;
}

/** Shows or schedules withdrawn videos again, or hides them for lack of a basis; returns how many are public. */
export async function showWithdrawn(
  tx: Db,
  ids: readonly string[],
  { isCovered }: { isCovered: boolean },
): Promise<number> {
  const rows = await execute(tx)<{ status: string }>`
    with taken as (
      select id from videos v where id = any (${ids}::text[]) and status = 'hidden' and hidden_reason = 'withdrawn'
        and not is_cleared(v)
      order by id for no key update)
    update videos v set status = case when published_at > now() or not ${isCovered} then 'hidden' else 'published' end,
      hidden_reason = case when published_at > now() then 'scheduled' when not ${isCovered} then 'basis' end
    from taken where v.id = taken.id returning v.status`;
  return rows.filter(({ status }) => status === 'published').length;
}

/** What a source says now; empty text, no tags and 0 seconds say nothing. */
export interface SaidOfVideo {
  sourceUrlHash: Buffer;
  externalId: string | null;
  title: string;
  description: string;
  /** Tags and category as decided by `decideTopics`. */
  tags: readonly string[];
  category: string;
  durationSeconds: number;
  /** At its source. */
  pictureUrl: string;
}

/** A video's words after following its source, except edited fields. */
export interface Differing {
  id: string;
  title: string;
  description: string;
  tags: readonly string[];
  category: string;
  duration: number;
  isReworded: boolean;
  /** '' if unchanged. */
  pictureUrl: string;
}

/** Locks a source's public videos whose words have changed; known by the source's id, else by address. */
export function lockDiffering(tx: Db, sourceId: string, said: readonly SaidOfVideo[]): Promise<Differing[]> {
  const each = <T>(field: (one: SaidOfVideo) => T) => said.map(field);
  return execute(tx)<Differing>`
    with given as materialized (
      select * from unnest(
        ${each((one) => one.sourceUrlHash)}::bytea[], ${each((one) => one.externalId)}::text[],
        ${each((one) => one.title)}::text[], ${each((one) => one.description)}::text[],
        ${each((one) => one.tags.join(UNIT))}::text[], ${each((one) => one.category)}::text[],
        ${each((one) => one.durationSeconds)}::int[], ${each((one) => one.pictureUrl)}::text[]) with ordinality
        as one (hash, external_id, title, description, tags, category, duration, picture_url, place)),
    named as materialized (
      select distinct on (v.id) v.id, g.title, g.description, string_to_array(g.tags, ${UNIT}) as tags, g.category, g.duration,
        g.picture_url
      from given g cross join lateral (
        (select id from videos where source_id = ${sourceId} and external_id = g.external_id)
        union all
        (select id from videos where source_url_hash = g.hash and source_id = ${sourceId}
           and (external_id is null or g.external_id is null))
        limit 1) v
      order by v.id, g.place)
    select v.id, said.*, compared.* from named n join videos v on v.id = n.id left join source_pictures p on p.video_id = n.id
    cross join lateral (select
      case when n.title = '' or 'title' = any (v.edited_fields) then v.title else n.title end as title,
      case when n.description = '' or 'description' = any (v.edited_fields)
           then v.description else n.description end as description,
      case when n.tags = '{}' or 'tags' = any (v.edited_fields) then v.tags else n.tags end as tags,
      case when n.category = '' or 'category' = any (v.edited_fields) then v.category else n.category end as category,
      case when n.duration = 0 or v.kind = 'hosted' then v.duration else n.duration end as duration,
      case when v.kind = 'embed' and n.picture_url <> coalesce(p.url, case v.thumbnail_url when '' then '' else n.picture_url end)
           then n.picture_url else '' end as "pictureUrl") as said,
    lateral (select (said.title, said.description, said.tags, said.category, said.duration)
               is distinct from (v.title, v.description, v.tags, v.category, v.duration) as "isReworded") as compared
    where v.status = 'published' and not is_cleared(v)
      and (compared."isReworded" or said."pictureUrl" <> '')
    order by v.id for no key update of v`;
}

/** One statement, so that counts are updated once. */
export async function updateReworded(
  tx: Db,
  videos: readonly (Differing & { slug: string })[],
): Promise<void> {
  const each = <T>(field: (one: Differing & { slug: string }) => T) => videos.map(field);
  await execute(tx)`
    update videos v set title = one.title, description = one.description, tags = string_to_array(one.tags, ${UNIT}),
      category = one.category, duration = one.duration,
      slug = case when v.title = one.title or 'slug' = any (v.edited_fields) then v.slug else one.slug end
    from unnest(
      ${each((one) => one.id)}::text[], ${each((one) => one.title)}::text[], ${each((one) => one.description)}::text[],
      ${each((one) => one.tags.join(UNIT))}::text[], ${each((one) => one.category)}::text[],
      ${each((one) => one.duration)}::int[], ${each((one) => one.slug)}::text[])
      as one (id, title, description, tags, category, duration, slug)
    where v.id = one.id`;
}
