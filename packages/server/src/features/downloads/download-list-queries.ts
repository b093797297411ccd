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
  const ordered = sql`order by position desc limit ${limit}`;
  const { rows } = await sql<ListedDownloadRow>`
    select j.*, v.title as video_title
    from (select * from (${found(search, ordered)}) as found ${ordered}) as j left join videos v on v.id = j.video_id
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
      select from (${found(search, sql`limit ${most}`, sql`1 as one`)}) as found limit ${most}) as j`.execute(
    db,
  );
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

/** `part` bounds what is read of each place. */
function found(search: DownloadSearch, part: RawBuilder<unknown>, columns = ALL): RawBuilder<unknown> {
  const { status, errorClass, scope, before } = search;
  // Failed ones have an index by their class.
  const ofState = errorClass
    ? sql`status = 'failed' and error_class = ${errorClass} and ${status === undefined || status === 'failed'}`
    : undefined;
  const earlier = before === undefined ? sql`` : sql`and position < ${before}`;
  const isAsked = ofState ?? (status === undefined ? sql`true` : sql`status = ${status}`);
  if (scope === undefined)
    return sql`select ${columns} from download_jobs where ${isAsked} ${earlier} ${part}`;
  if ('addressHash' in scope)
    return sql`select ${columns} from download_jobs where source_url_hash = ${scope.addressHash} and ${isAsked} ${earlier}`;
  if ('videoId' in scope)
    return sql`select ${columns} from download_jobs where video_id = ${scope.videoId} and ${isAsked} ${earlier}`;
  const statuses = errorClass ? ['failed'] : status === undefined ? [...DOWNLOAD_STATUSES] : [status];
  return sql`
    select found.* from unnest(${valuesOf(scope)}::text[]) as place (value)
    cross join unnest(${statuses}::text[]) as wanted (state)
    cross join lateral (
      select ${columns} from download_jobs
      where ${columnOf(scope)} = place.value and ${ofState ?? sql`status = wanted.state`} ${earlier} ${part}) as found`;
}

type SpreadScope = Exclude<DownloadScope, { addressHash: Buffer } | { videoId: string }>;

function columnOf(scope: SpreadScope): RawBuilder<unknown> {
  if ('lane' in scope) return sql`lane`;
  return 'runId' in scope ? sql`crawler_run_id` : sql`host collate "C"`;
}

function valuesOf(scope: SpreadScope): readonly string[] {
  if ('lane' in scope) return [scope.lane];
  return 'runId' in scope ? [scope.runId] : scope.hosts;
}
