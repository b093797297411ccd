import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import type { TakenVideo } from '@vesper/library/videos';
import { type Selectable, sql } from 'kysely';

export interface FamilyVideo
  extends Pick<
    Selectable<Videos>,
    | ('id' | 'source_id' | 'source_url' | 'source_url_hash' | 'canonical_url_hash' | 'external_id')
    | ('content_sha256' | 'kind' | 'status' | 'video_url' | 'embed_url')
  > {
  /** The named video whose family this belongs to. */
  named_id: string;
  source_name: string | null;
}

/** Of `videos v` and `video_sources s`. */
export const FAMILY_COLUMNS = sql`v.id, v.source_id, s.name as source_name, v.source_url, v.source_url_hash,
  v.canonical_url_hash, v.external_id, v.content_sha256, v.kind, v.status, v.video_url, v.embed_url`;

/** Per family; `copies.ts` continues. */
export const MOST_FAMILY = 1000;

/** With all copies: same file, or merged. Named ones first. Hold the lock of merges, which fixes the families. */
export function selectFamilies(tx: Db, videoIds: readonly string[]): Promise<FamilyVideo[]> {
  return execute(tx)<FamilyVideo>`
    select ${FAMILY_COLUMNS}, one.named_id
    from unnest(${videoIds}::text[]) with ordinality as one (named_id, place) cross join lateral (
      with recursive kin as (
        select id, content_sha256 from videos where id = one.named_id
        union
        select next.id, next.content_sha256 from kin cross join lateral (
          select o.id, o.content_sha256 from videos o where o.content_sha256 = kin.content_sha256
          union all
          select o.id, o.content_sha256 from video_redirects r join videos o on o.id = r.to_id
          where r.from_id = kin.id
          union all
          select o.id, o.content_sha256 from video_redirects r join videos o on o.id = r.from_id
          where r.to_id = kin.id
        ) as next)
      select id from kin limit ${MOST_FAMILY}::int) as family
    join videos v on v.id = family.id left join video_sources s on s.id = v.source_id
    order by one.place, (v.id = one.named_id) desc, v.id`;
}

export async function selectFilms(tx: Db, videoIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await execute(tx)<{ id: string; film: string }>`
    select id, encode(content_sha256, 'hex') as film from videos
    where id = any(${videoIds}::text[]) and content_sha256 is not null`;
  return new Map(rows.map(({ id, film }) => [id, film]));
}

const MOST_TWINS = 1000;

export function selectTwinAddresses(tx: Db, videoIds: readonly string[]): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    select hash from addresses where video_id = any (${videoIds}::text[]) and decision in ('duplicate', 'blocked')
    limit ${MOST_TWINS}`;
}

/** From when the addresses were queued. */
export function selectListedIds(
  tx: Db,
  hashes: readonly Buffer[],
): Promise<{ sourceId: string; externalId: string }[]> {
  return execute(tx)<{ sourceId: string; externalId: string }>`
    select distinct source_id as "sourceId", external_id as "externalId" from download_jobs
    where source_url_hash = any (${hashes}::bytea[]) and source_id is not null and external_id is not null`;
}

export async function insertTaken(
  tx: Db,
  caseId: string,
  { taken, now }: { taken: readonly TakenVideo[]; now: Date },
): Promise<void> {
  if (taken.length === 0) return;
  await tx
    .insertInto('takedown_videos')
    .values(
      taken.map(({ id, statusBefore, hiddenReasonBefore }) => ({
        case_id: caseId,
        video_id: id,
        status_before: statusBefore,
        hidden_reason_before: hiddenReasonBefore,
        taken_at: now,
      })),
    )
    .execute();
}

export type SourceVideo = Pick<Selectable<Videos>, 'title' | 'source_url'> &
  Record<'source_id' | 'contact_email', string>;

export function selectSourceVideos(tx: Db, videoIds: readonly string[]): Promise<SourceVideo[]> {
  return execute(tx)<SourceVideo>`
    select s.id as source_id, s.contact_email, v.title, v.source_url
    from videos v join video_sources s on s.id = v.source_id
    where v.id = any (${videoIds}::text[]) and s.contact_email is not null
    order by s.id, v.id`;
}

export async function selectTakenBy(tx: Db, caseId: string): Promise<string[]> {
  const query = tx.selectFrom('takedown_videos').select('video_id').where('case_id', '=', caseId);
  return (await query.orderBy('video_id').execute()).map((row) => row.video_id);
}
