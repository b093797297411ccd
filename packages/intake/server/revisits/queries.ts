import type { SourceWord } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { LaneBatch } from '@vesper/core/jobs/visit-lanes.ts';
import { sql } from 'kysely';
import type { SourceMetadata } from '../readers/index.ts';

export interface ChangedPage {
  addressHash: Buffer;
  externalId: string | null;
  metadata: SourceMetadata | null;
}

/** Queues revisits of the source's own videos: now, or a day after the last. A revisit in progress does not count. */
export async function queueRevisits(
  tx: Db,
  sourceId: string,
  pages: readonly ChangedPage[],
  now: Date,
): Promise<void> {
  if (pages.length === 0) return;
  const metadata = pages.map((page) => page.metadata && JSON.stringify(page.metadata));
  await execute(tx)`
    insert into revisits as r (video_id, source_id, external_id, metadata, due_at)
    select v.id, v.source_id, page.external_id, page.metadata::jsonb, ${now}
    from unnest(${pages.map((page) => page.addressHash)}::bytea[],
                ${pages.map((page) => page.externalId)}::text[], ${metadata}::text[])
      as page (hash, external_id, metadata)
    join videos v on v.source_url_hash = page.hash and v.source_id = ${sourceId} and v.status <> 'removed'
      and not is_cleared(v)
    order by v.id
    on conflict (video_id) do update set source_id = excluded.source_id, external_id = excluded.external_id,
      metadata = excluded.metadata, leases = r.leases + 1, put_off_since = null,
      due_at = greatest(excluded.due_at, r.visited_at + interval '1 day')`;
}

export interface SourceWords {
  title: string;
  description: string;
  tags: string[];
  category: string;
}

export interface DueRevisit {
  videoId: string;
  /** The source. */
  lane: string;
  leases: number;
  isPublic: boolean;
  kind: 'hosted' | 'remote' | 'embed';
  /** The film's seconds; 0 if unknown. */
  duration: number;
  sourceUrl: string;
  sourceUrlHash: Buffer;
  externalId: string | null;
  metadata: SourceMetadata | null;
  /** Since when it could not be requested; null if not tried. */
  putOffSince: Date | null;
  /** At the last revisit. */
  words: SourceWords | null;
  differences: SourceWord[];
}

/** Only of enabled sources with a valid basis. */
export function claimRevisits(db: Db, { now, leaseUntil, perLane, limit }: LaneBatch): Promise<DueRevisit[]> {
  return execute(db)<DueRevisit>`
    with lanes as (
      select id from video_sources s
      where enabled and is_covered(s.id, s.delivery, greatest(now(), ${now}::timestamptz))),
    due as materialized (
      select d.video_id from lanes, lateral (
        select r.video_id, r.due_at from revisits r where r.source_id = lanes.id and r.due_at <= ${now}
        order by r.due_at limit ${perLane}::int for update skip locked) as d
      order by d.due_at limit ${limit}::int)
    update revisits r set due_at = ${leaseUntil}, leases = r.leases + 1
    from due join videos v on v.id = due.video_id
    where r.video_id = due.video_id
    returning r.video_id as "videoId", r.source_id as lane, r.leases,
      v.status = 'published' and not is_cleared(v) as "isPublic", v.kind, v.duration, v.source_url as "sourceUrl",
      v.source_url_hash as "sourceUrlHash", coalesce(v.external_id, r.external_id) as "externalId", r.metadata,
      r.put_off_since as "putOffSince", r.words, r.differences`;
}

type Lease = Pick<DueRevisit, 'videoId' | 'leases'>;

/** `since` is when requests began to fail, if they did. */
export async function postponeRevisits(
  db: Db,
  leased: readonly Lease[],
  { until, since = null }: { until: Date; since?: Date | null },
): Promise<void> {
  await execute(
    db,
  )`update revisits r set due_at = ${until}, put_off_since = coalesce(${since}, r.put_off_since)
    from unnest(${leased.map((one) => one.videoId)}::text[], ${leased.map((one) => one.leases)}::int[])
      as held (video_id, leases)
    where r.video_id = held.video_id and r.leases = held.leases and r.due_at is not null`;
}

/** Locked until the transaction ends; false if the lease was lost. */
export function holdRevisit(tx: Db, { videoId, leases }: Lease): Promise<boolean> {
  return anyRow(tx)`
    select from revisits where video_id = ${videoId} and leases = ${leases} and due_at is not null for update`;
}

/** Without words, the page said nothing. */
export interface Visited {
  outcome: string;
  words?: SourceWords;
  differences?: readonly SourceWord[];
  now: Date;
}

/** Until the page changes again; no effect if the lease was lost. */
export async function endRevisit(tx: Db, { videoId, leases }: Lease, visited: Visited): Promise<void> {
  const { outcome, words, differences, now } = visited;
  await execute(tx)`
    update revisits set due_at = null, put_off_since = null, visited_at = ${now}, outcome = ${outcome},
      words = coalesce(${words ? JSON.stringify(words) : null}::jsonb, words),
      differences = coalesce(${differences ?? null}::text[], differences)
    where video_id = ${videoId} and leases = ${leases} and due_at is not null`;
}

export interface LastLook {
  visitedAt: Date;
  outcome: string;
  words: SourceWords | null;
  /** Awaiting a decision. */
  differences: SourceWord[];
}

export function selectLastLook(
  db: Db,
  videoId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<LastLook | undefined> {
  return firstRow(db)<LastLook>`
    select visited_at as "visitedAt", outcome, words, differences from revisits
    where video_id = ${videoId} and visited_at is not null ${lock ? sql`for update` : sql``}`;
}

export async function updateDifferences(
  tx: Db,
  videoId: string,
  differences: readonly SourceWord[],
): Promise<void> {
  await execute(tx)`update revisits set differences = ${differences}::text[] where video_id = ${videoId}`;
}
