import type { Decision } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { isClearedAway } from '@vesper/library/videos';
import { sql } from 'kysely';

export interface AddressBatch {
  sourceId: string;
  runId: string | null;
  urls: readonly string[];
  /** In the same order. */
  externalIds?: readonly (string | null)[];
  /** When their pages changed, in the same order. */
  lastmods?: readonly (Date | null)[];
  /** Records unknown addresses as `over_quota` without consulting other tables. */
  withoutRoom?: boolean;
  now: Date;
}

/** One judgement: how many addresses and, where needed, their positions from 1. */
interface JudgementRow {
  decision: Exclude<Decision, 'new'> | 'fresh';
  /**
   * Written by this run; unchanged; written just now; waiting for room, since this run or earlier; out of date; not
   * recorded.
   */
  standing: 'repeated' | 'seen' | 'recorded' | 'waiting_here' | 'waiting' | 'changed' | 'unseen';
  n: number;
  places: string | null;
  videos: (string | null)[] | null;
  /** Positions of known videos whose page has changed. */
  renewed: string | null;
}

/**
 * Addresses travel as one text, a line each, hashed by the database: a third of the work of an array. Sorted, so that
 * index lookups are local. Laterals with limits force the index, however small the tables at planning. Other tables
 * are consulted only for addresses that the ledger does not settle.
 */
export function selectJudgements(
  db: Db,
  { sourceId, runId, urls, externalIds, lastmods, withoutRoom = false, now }: AddressBatch,
): Promise<JudgementRow[]> {
  const external = externalIds?.some((id) => id !== null) ? externalIds : null;
  return execute(db)<JudgementRow>`
    with wanted as materialized (
      select place, sha256(convert_to(url, 'UTF8')) as hash, url, external_id, lastmod
      from unnest(string_to_array(${urls.join('\n')}, e'\n'), ${external}::text[], ${lastmods ?? null}::timestamptz[])
        with ordinality as line (url, external_id, lastmod, place)
      order by hash),
    met as materialized (
      select w.*, a.decision as last, a.video_id as last_video, a.run_id,
        a.decision in ('new', 'known', 'duplicate') and a.video_id is not null
          or a.decision in ('no_video', 'robots', 'failed') and a.retry_at is null and a.has_changed is not true
          as settled,
        a.has_changed, a.decision in ('new', 'known') and a.video_id is not null and a.is_newer as is_renewed
      from wanted w left join lateral (
        select *, decision in ('no_video', 'robots', 'failed') and is_newer as has_changed
        from (select decision, video_id, run_id, retry_at,
                w.lastmod > coalesce(lastmod, last_decided_at) as is_newer
              from addresses where hash = w.hash limit 1) as one) a on true),
    decided as materialized (
      select place, last, last_video, run_id, case when is_known then own_video else twin_video end as video,
        case when is_blocked then 'blocked' when is_known then 'known'
             when has_twin then 'duplicate' else ${withoutRoom ? sql`'over_quota'` : sql`'fresh'`} end as decision
      from (${lookUp(sourceId, external !== null, now)}
            where m.settled is not true ${withoutRoom ? sql`and m.last <> 'over_quota'` : sql``}) as looked_up),
    recorded as (
      insert into addresses (hash, url, source_id, run_id, decision, first_seen_at, last_decided_at)
      select hash, url, ${sourceId}::uuid, ${runId}::uuid, 'over_quota', ${now}, ${now} from met
      where ${withoutRoom} and last is null order by hash),
    standings as (
      select 'known' as decision, run_id, true as stays, last, null::bigint as place, null::text as video,
        case when is_renewed then place end as renewed
      from met where settled
      union all
      select 'over_quota', run_id, true, last, null, null, null
      from met where ${withoutRoom} and (last is null or last = 'over_quota')
      union all
      select decision, run_id,
        last = decision and last_video is not distinct from video
          or decision = 'known' and video is null and last in ('new', 'robots', 'no_video', 'failed'),
        last, place, video, null
      from decided)
    select decision, standing, count(*)::int as n,
      string_agg(place::text, ',') filter (where has_place) as places,
      array_agg(video) filter (where has_place and decision <> 'fresh') as videos,
      string_agg(renewed::text, ',') as renewed
    from (select *, standing in ('waiting_here', 'waiting', 'changed', 'unseen') as has_place from (
          select decision, place, video, renewed,
            case when last is null then case decision when 'over_quota' then 'recorded' else 'unseen' end
                 when stays then case when run_id = ${runId}::uuid then 'repeated' else 'seen' end
                 when decision = 'fresh' and last = 'over_quota'
                   then case when run_id = ${runId}::uuid then 'waiting_here' else 'waiting' end
                 else 'changed' end as standing
          from standings) as s) as placed
    group by decision, standing`;
}

/** What other tables know of the addresses `m`. */
function lookUp(sourceId: string, hasExternalIds: boolean, now: Date) {
  const noTwin = sql`select null::text as video_id, null::text as status, null::boolean as found`;
  return sql`
    select m.*, own.id as own_video, twin.video_id as twin_video, twin.found as has_twin,
      own.status = 'removed' or twin.status = 'removed' or blocked.found or blocked_id.found as is_blocked,
      own.id is not null or job.found as is_known
    from met m
    left join lateral (select true as found from blocked_addresses where hash = m.hash limit 1) blocked on true
    left join lateral (${hasExternalIds ? blockedIdOf(sourceId) : sql`select null::boolean as found`}) blocked_id on true
    left join lateral (
      select id, status from videos v
      where source_url_hash = m.hash and status <> 'processing' and not ${isClearedAway} limit 1) own on true
    left join lateral (
      select true as found from download_jobs
      where source_url_hash = m.hash and not (status = 'failed' and m.has_changed is true)
        and case when status = 'completed' or error_class = 'duplicate' then ${hasItsVideo}
                 else status <> 'failed' or retry_at is null or retry_at > ${now} end
      limit 1) job on true
    left join lateral (${hasExternalIds ? twinOf(sourceId) : noTwin}) twin on true`;
}

function blockedIdOf(sourceId: string) {
  return sql`select true as found from blocked_external_ids
    where source_id = ${sourceId} and external_id = m.external_id limit 1`;
}

/** After a clearing the address counts as new; an administrator's deletion blocks it. */
const hasItsVideo = sql`exists (select from videos v where v.id = video_id and not ${isClearedAway})`;

/** Another address with the same external id. */
function twinOf(sourceId: string) {
  return sql`
    select other.*, true as found from (
      (select id as video_id, status from videos v
       where source_id = ${sourceId} and external_id = m.external_id and source_url_hash <> m.hash
         and not ${isClearedAway} limit 1)
      union all
      (select video_id, status from download_jobs
       where source_id = ${sourceId} and external_id = m.external_id and source_url_hash <> m.hash
         and (status in ('pending', 'processing') or ${hasItsVideo}) limit 1)) as other
    where m.external_id is not null limit 1`;
}
