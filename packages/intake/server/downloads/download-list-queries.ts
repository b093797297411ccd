import {
  DOWNLOAD_ERROR_CLASSES,
  DOWNLOAD_STATUSES,
  type DownloadEnding,
  isLeftOut,
  LEFT_OUT_CLASSES,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { countFound, latestOf } from '@vesper/core/jobs/leased-queries.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DownloadJobRow } from './download-queries.ts';

export type ListedDownloadRow = DownloadJobRow & { video_title: string | null };

export type DownloadScope =
  | { lane: string }
  | { runId: string }
  | { hosts: readonly string[] }
  | { addressHash: Buffer }
  | { videoId: string };

export interface DownloadSearch {
  status?: string | undefined;
  errorClass?: string | undefined;
  ending?: DownloadEnding | undefined;
  scope?: DownloadScope | undefined;
  before?: number | undefined;
}

const MOST_HOSTS = 10;

/** Latest first, from one index in order, or one per status and host. */
export function selectLatestDownloads(
  db: Db,
  limit: number,
  search: DownloadSearch = {},
): Promise<ListedDownloadRow[]> {
  return execute(db)<ListedDownloadRow>`
    select j.*, v.title as video_title
    from (${latestOf(found(search, limit), limit)}) as j left join videos v on v.id = j.video_id
    order by j.position desc`;
}

export function selectListedDownload(db: Db, id: string): Promise<ListedDownloadRow | undefined> {
  return firstRow(db)<ListedDownloadRow>`
    select j.*, v.title as video_title from download_jobs j left join videos v on v.id = j.video_id
    where j.id = ${id}`;
}

export function countDownloads(db: Db, search: DownloadSearch, most: number): Promise<number> {
  return countFound(db, found(search, most, sql`1 as one`), most);
}

/** One index descent for each. */
export function selectHosts(db: Db, beginning: string): Promise<string[]> {
  // Sorts after every host name.
  const end = `${beginning}\u{10FFFF}`;
  return columnOf(db)<string>`
    with recursive hosts (host, n) as (
      (select host, 1 from download_jobs
       where host collate "C" >= ${beginning} and host collate "C" < ${end} order by host collate "C" limit 1)
      union all
      select (select j.host from download_jobs j
              where j.host collate "C" > h.host and j.host collate "C" < ${end}
              order by j.host collate "C" limit 1), n + 1
      from hosts h where h.host is not null and n < ${MOST_HOSTS}
    ) select host from hosts where host is not null`;
}

const ALL = sql`*`;

export const FAILURE_CLASSES: readonly string[] = DOWNLOAD_ERROR_CLASSES.filter((name) => !isLeftOut(name));

/** Values of `state` to read separately, each in order. */
interface States {
  values: readonly string[];
  condition: RawBuilder<unknown>;
}

const state = sql`wanted.state`;

/** Failed ones have indexes by class; cancelled ones have none. */
function statesOf({ status, errorClass, ending }: DownloadSearch): States {
  if (errorClass === undefined && ending === undefined)
    return { values: status === undefined ? DOWNLOAD_STATUSES : [status], condition: sql`status = ${state}` };
  const ofEnding = ending === undefined || ending === 'cancelled' ? undefined : CLASSES_OF_ENDING[ending];
  if (status !== undefined && status !== 'failed') return { values: [], condition: sql`false` };
  if (ending === 'cancelled')
    return {
      values: errorClass === undefined ? ['failed'] : [],
      condition: sql`status = 'failed' and ${state} = 'failed' and error_class is null and cancelled_at is not null`,
    };
  const classes = ofEnding ?? [errorClass ?? ''];
  return {
    values: errorClass === undefined ? classes : classes.filter((one) => one === errorClass),
    condition: sql`status = 'failed' and error_class = ${state}`,
  };
}

const CLASSES_OF_ENDING = { failed: FAILURE_CLASSES, left_out: LEFT_OUT_CLASSES } as const;

/** The latest `limit` rows of each place and state. The negated position leaves one index to choose. */
function found(search: DownloadSearch, limit: number, columns = ALL): RawBuilder<unknown> {
  const { scope, before = Number.MAX_SAFE_INTEGER } = search;
  if (scope === undefined && search.status === undefined && !search.errorClass && !search.ending)
    return sql`select ${columns} from download_jobs where position < ${before}
      order by position desc limit ${limit}`;
  const { values, condition } = statesOf(search);
  const wanted = sql`unnest(${[...values]}::text[]) as wanted (state)`;
  if (scope === undefined)
    return sql`select found.* from ${wanted} cross join lateral (
      select ${columns} from download_jobs where ${condition} and position < ${before}
      order by position desc limit ${limit}) as found`;
  if ('addressHash' in scope || 'videoId' in scope) {
    const ofOne =
      'videoId' in scope ? sql`video_id = ${scope.videoId}` : sql`source_url_hash = ${scope.addressHash}`;
    return sql`select found.* from ${wanted} cross join lateral (
      select ${columns} from download_jobs where ${ofOne} and ${condition} and position < ${before}) as found`;
  }
  return sql`
    select found.* from unnest(${valuesOf(scope)}::text[]) as place (value) cross join ${wanted}
    cross join lateral (
      select ${columns} from download_jobs
      where ${columnFor(scope)} = place.value and ${condition} and -position > ${-before}
      order by -position limit ${limit}) as found`;
}

type SpreadScope = Exclude<DownloadScope, { addressHash: Buffer } | { videoId: string }>;

/** As in the index `download_jobs_of_lane`. */
export const LANE = sql<string>`coalesce(source_id, 'manual')`;

function columnFor(scope: SpreadScope): RawBuilder<unknown> {
  if ('lane' in scope) return LANE;
  return 'runId' in scope ? sql`crawler_run_id` : sql`host collate "C"`;
}

function valuesOf(scope: SpreadScope): readonly string[] {
  if ('lane' in scope) return [scope.lane];
  return 'runId' in scope ? [scope.runId] : scope.hosts;
}
