import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute } from '@vesper/core/db/run-sql.ts';
import type { LaneBatch } from '@vesper/core/jobs/visit-lanes.ts';

export interface NamedPicture {
  videoId: string;
  url: string;
}

/** Pictures to be fetched in the background; replaces earlier ones. */
export async function upsertPictures(
  tx: Db,
  sourceId: string,
  pictures: readonly NamedPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await execute(tx)`
    insert into source_pictures as p (video_id, source_id, url, due_at)
    select id, ${sourceId}, url, clock_timestamp()
    from unnest(${pictures.map(({ videoId }) => videoId)}::text[], ${pictures.map(({ url }) => url)}::text[]) as one (id, url)
    on conflict (video_id) do update set url = excluded.url, due_at = excluded.due_at, failures = 0`;
}

/** False if its address is unknown. */
export function renewPicture(tx: Db, videoId: string): Promise<boolean> {
  return anyRow(tx)`
    update source_pictures set due_at = clock_timestamp(), failures = 0 where video_id = ${videoId} returning video_id`;
}

export interface DuePicture extends NamedPicture {
  /** Fencing token. */
  leases: number;
  failures: number;
  lane: string;
  sourceUrl: string;
}

/** Leases due pictures, the newest per source with a valid basis: lists begin with these. */
export function claimDuePictures(
  db: Db,
  { now, leaseUntil, perLane, limit }: LaneBatch,
): Promise<DuePicture[]> {
  return execute(db)<DuePicture>`
    with lanes as materialized (
      select s.id, s.base_url from video_sources s
      where enabled and is_covered(s.id, s.delivery, greatest(now(), ${now}::timestamptz))),
    due as materialized (
      select d.video_id, lanes.base_url from lanes, lateral (
        select p.video_id from source_pictures p where p.source_id = lanes.id and p.due_at <= ${now}
        order by p.due_at desc limit ${perLane}::int for update skip locked) as d
      limit ${limit}::int)
    update source_pictures p set due_at = ${leaseUntil}, leases = p.leases + 1 from due
    where p.video_id = due.video_id
    returning p.video_id as "videoId", p.url, p.leases, p.failures, p.source_id as lane, due.base_url as "sourceUrl"`;
}

/** `dueAt` is null if the picture is stored or given up. */
export interface PictureOutcome {
  dueAt: Date | null;
  failures: number;
}

/** False if the lease was lost, or the picture has another address. */
export function settlePicture(
  db: Db,
  { videoId, leases, url }: DuePicture,
  { dueAt, failures }: PictureOutcome,
): Promise<boolean> {
  return anyRow(db)`
    update source_pictures set due_at = ${dueAt}::timestamptz, failures = ${failures}::int
    where video_id = ${videoId} and leases = ${leases} and url = ${url} returning video_id`;
}

export async function returnPictures(db: Db, pictures: readonly DuePicture[], now: Date): Promise<void> {
  await execute(db)`
    update source_pictures p set due_at = ${now}
    from unnest(${pictures.map(({ videoId }) => videoId)}::text[], ${pictures.map(({ leases }) => leases)}::int[])
      as held (video_id, leases)
    where p.video_id = held.video_id and p.leases = held.leases`;
}
