import { DOWNLOAD_ERROR_CLASSES, DOWNLOAD_STATUSES, type DownloadErrorClass } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { DownloadJobRow } from './download-queries.ts';

/** `video_title` is that of the video that a download made, or is making. */
export type ListedDownloadRow = DownloadJobRow & { video_title: string | null };

/** Where the downloads that are looked for stand. */
export type DownloadScope =
  | { lane: string }
  | { runId: string }
  | { hosts: readonly string[] }
  | { addressHash: Buffer }
  | { videoId: string };

export interface DownloadSearch {
  status?: string | undefined;
  /** Of failed ones. */
  errorClass?: string | undefined;
  scope?: DownloadScope | undefined;
  /** Those that were added before the one at this position. */
  before?: number | undefined;
}

/** Of the host names that begin so, as many are looked through. */
const MOST_HOSTS = 10;

/** The latest first. Whatever is asked for is read in its order from one index, or from one for each status and host. */
export async function selectLatestDownloads(
  db: Db,
  limit: number,
  search: DownloadSearch = {},
): Promise<ListedDownloadRow[]> {
  const { rows } = await sql<ListedDownloadRow>`
    select j.*, v.title as video_title
    from (
      select * from (${found(search, limit)}) as found order by position desc limit ${limit}) as j left join videos v on v.id = j.video_id
    order by j.position desc`.execute(db);
  return rows;
}

export async function selectListedDownload(db: Db, id: string): Promise<ListedDownloadRow | undefined> {
  const { rows } = await sql<ListedDownloadRow>`
    select j.*, v.title as video_title from download_jobs j left join videos v on v.id = j.video_id
    where j.id = ${id}`.execute(db);
  return rows[0];
}

/** How many there are, counted up to `most`. */
export async function countDownloads(db: Db, search: DownloadSearch, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from (${found(search, most, sql`1 as one`)}) as found limit ${most}) as j`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Failed downloads of each class of errors there is, counted up to `most` each; cancelled ones have none. */
export async function countFailures(
  db: Db,
  most: number,
): Promise<{ errorClass: DownloadErrorClass; count: number }[]> {
  const { rows } = await sql<{ errorClass: DownloadErrorClass; count: number }>`
    select wanted.class as "errorClass", (
      select count(*)::int from (
        select 1 from download_jobs where status = 'failed' and error_class = wanted.class limit ${most}) as failed
    ) as count
    from unnest(${[...DOWNLOAD_ERROR_CLASSES]}::text[]) as wanted (class)`.execute(db);
  return rows;
}

/** The first host names that begin so, each found by one descent of an index. */
export async function selectHosts(db: Db, beginning: string): Promise<string[]> {
  // No host name has a character that sorts behind this one.
  const end = `${beginning}\u{10FFFF}`;
  const { rows } = await sql<{ host: string }>`
    with recursive hosts (host, n) as (
      (select host, 1 from download_jobs
       where host collate "C" >= ${beginning} and host collate "C" < ${end} order by host collate "C" limit 1)
      union all
      select (select j.host from download_jobs j
              where j.host collate "C" > h.host and j.host collate "C" < ${end}
              order by j.host collate "C" limit 1), n + 1
      from hosts h where h.host is not null and n < ${MOST_HOSTS}
    ) select host from hosts where host is not null`.execute(db);
  return rows.map((row) => row.host);
}

const ALL = sql`*`;

/** Of each place at most `limit` rows, the latest. Minus the position leaves one index to choose (0029). */
function found(search: DownloadSearch, limit: number, columns = ALL): RawBuilder<unknown> {
  const { status, errorClass, scope, before = Number.MAX_SAFE_INTEGER } = search;
  // Failed ones have an index by their class.
  const ofClass = errorClass
    ? sql`status = 'failed' and error_class = ${errorClass} and ${status === undefined || status === 'failed'}`
    : undefined;
  const isAsked = ofClass ?? (status === undefined ? sql`true` : sql`status = ${status}`);
  if (scope === undefined)
    return sql`select ${columns} from download_jobs where ${isAsked} and position < ${before}
      order by position desc limit ${limit}`;
  if ('addressHash' in scope || 'videoId' in scope) {
    const ofOne =
      'videoId' in scope ? sql`video_id = ${scope.videoId}` : sql`source_url_hash = ${scope.addressHash}`;
    return sql`select ${columns} from download_jobs where ${ofOne} and ${isAsked} and position < ${before}`;
  }
  const statuses = errorClass ? ['failed'] : status === undefined ? [...DOWNLOAD_STATUSES] : [status];
  return sql`
    select found.* from unnest(${valuesOf(scope)}::text[]) as place (value)
    cross join unnest(${statuses}::text[]) as wanted (state)
    cross join lateral (
      select ${columns} from download_jobs
      where ${columnOf(scope)} = place.value and ${ofClass ?? sql`status = wanted.state`} and -position > ${-before}
      order by -position limit ${limit}) as found`;
}

type SpreadScope = Exclude<DownloadScope, { addressHash: Buffer } | { videoId: string }>;

/** A download's lane, as the index of lists has it (download_jobs_of_lane in 0029). */
export const LANE = sql<string>`coalesce(source_id, 'manual')`;

function columnOf(scope: SpreadScope): RawBuilder<unknown> {
  if ('lane' in scope) return LANE;
  return 'runId' in scope ? sql`crawler_run_id` : sql`host collate "C"`;
}

function valuesOf(scope: SpreadScope): readonly string[] {
  if ('lane' in scope) return [scope.lane];
  return 'runId' in scope ? [scope.runId] : scope.hosts;
}
