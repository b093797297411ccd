import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { LaneBatch } from '@vesper/core/jobs/visit-lanes.ts';
import { sql } from 'kysely';
import type { Health, Scheduled } from './schedule.ts';

export interface DueVideo extends Health {
  videoId: string;
  /** The holder's token: a new lease invalidates it. */
  leases: number;
  lane: string;
  kind: 'remote' | 'embed';
  videoUrl: string;
  sourceUrl: string;
  sourceId: string | null;
}

export function claimDueVideos(db: Db, { now, leaseUntil, perLane, limit }: LaneBatch): Promise<DueVideo[]> {
  return execute(db)<DueVideo>`
    with lanes as (select id from video_sources union all select ''),
    due as materialized (
      select d.video_id from lanes, lateral (
        select h.video_id, h.next_check_at from video_health h
        where h.lane = lanes.id and h.next_check_at <= ${now}
        order by h.next_check_at limit ${perLane}::int for update skip locked) as d
      order by d.next_check_at limit ${limit}::int)
    update video_health h set next_check_at = ${leaseUntil}, leases = h.leases + 1
    from due join videos v on v.id = due.video_id
    where h.video_id = due.video_id
    returning h.video_id as "videoId", h.leases, h.lane, v.kind, v.video_url as "videoUrl",
      v.source_url as "sourceUrl", v.source_id as "sourceId", h.state, h.interval_days as "intervalDays",
      h.failures_in_a_row as "failuresInARow", h.failing_since as "failingSince", h.suspicion, h.agreeing,
      h.gone_at as "goneAt"`;
}

/** Due again at once. */
export async function returnDueVideos(
  db: Db,
  videos: readonly Pick<DueVideo, 'videoId' | 'leases'>[],
  now: Date,
): Promise<void> {
  await execute(db)`update video_health h set next_check_at = ${now}
    from unnest(${videos.map((one) => one.videoId)}::text[], ${videos.map((one) => one.leases)}::int[])
      as held (video_id, leases)
    where h.video_id = held.video_id and h.leases = held.leases and h.next_check_at is not null`;
}

/** Null ends the checks. */
export async function postponeCheck(
  db: Db,
  { videoId, leases }: Pick<DueVideo, 'videoId' | 'leases'>,
  at: Date | null,
): Promise<void> {
  await execute(db)`update video_health set next_check_at = ${at}::timestamptz
    where video_id = ${videoId} and leases = ${leases} and next_check_at is not null`;
}

export interface CheckResult extends Scheduled {
  lastClass: string;
  lastMessage: string | null;
  checkedAt: Date;
}

/** False if the lease was lost. A newly gone video awaits a decision. */
export function updateHealth(
  tx: Db,
  { videoId, leases }: Pick<DueVideo, 'videoId' | 'leases'>,
  found: CheckResult,
): Promise<boolean> {
  const newlyGone = found.state === 'gone' && found.goneAt?.getTime() === found.checkedAt.getTime();
  return anyRow(tx)`
    update video_health set state = ${found.state}, next_check_at = ${found.nextCheckAt}::timestamptz,
      interval_days = ${found.intervalDays}, checks = checks + 1, failures_in_a_row = ${found.failuresInARow},
      failing_since = ${found.failingSince}::timestamptz, suspicion = ${found.suspicion},
      agreeing = ${found.agreeing}, last_class = ${found.lastClass}, last_message = ${found.lastMessage},
      last_checked_at = ${found.checkedAt},
      last_alive_at = case when ${found.lastClass} = 'alive' then ${found.checkedAt} else last_alive_at end,
      gone_at = ${found.goneAt}::timestamptz,
      awaits_decision = ${found.state === 'gone'},
      decision = case when ${newlyGone} then null else decision end,
      decided_at = case when ${newlyGone} then null else decided_at end
    where video_id = ${videoId} and leases = ${leases} and next_check_at is not null
    returning video_id`;
}

export interface VideoState {
  status: 'processing' | 'published' | 'hidden' | 'removed';
  kind: 'hosted' | 'remote' | 'embed';
  hidden_reason: string | null;
  video_url: string;
}

/** Locks the video. */
export function lockVideo(tx: Db, id: string): Promise<VideoState | undefined> {
  return firstRow(tx)<VideoState>`
    select status, kind, hidden_reason, video_url from videos where id = ${id} for no key update`;
}

export interface GoneVideoRow {
  id: string;
  title: string;
  kind: VideoState['kind'];
  views: number;
  published_at: Date;
  source_url: string;
  source_id: string | null;
  source_name: string | null;
  last_class: string | null;
  last_message: string | null;
  failing_since: Date;
  gone_at: Date;
  last_alive_at: Date | null;
  next_check_at: Date | null;
}

export interface GoneKey {
  goneAt: Date;
  videoId: string;
}

export function selectGoneVideos(
  db: Db,
  { limit, after }: { limit: number; after: GoneKey | undefined },
): Promise<GoneVideoRow[]> {
  const beyond = after ? sql`and (h.gone_at, h.video_id) < (${after.goneAt}, ${after.videoId})` : sql``;
  return execute(db)<GoneVideoRow>`
    select v.id, v.title, v.kind, v.views, h.published_at, v.source_url, v.source_id, s.name as source_name,
      h.last_class, h.last_message, coalesce(h.failing_since, h.gone_at) as failing_since, h.gone_at,
      h.last_alive_at, h.next_check_at
    from (select * from video_health h where h.awaits_decision ${beyond}
          order by h.gone_at desc, h.video_id desc limit ${limit}::int) as h
    join videos v on v.id = h.video_id left join video_sources s on s.id = v.source_id
    order by h.gone_at desc, h.video_id desc`;
}

export function countGoneVideos(db: Db, cap: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from (select from video_health where awaits_decision limit ${cap}::int) as waiting`;
}

export interface HealthState {
  awaits_decision: boolean;
  decision: string | null;
  decided_at: Date | null;
}

export function selectHealthState(tx: Db, videoId: string): Promise<HealthState | undefined> {
  return firstRow(tx)<HealthState>`
    select awaits_decision, decision, decided_at from video_health where video_id = ${videoId}`;
}

/** After the change of the video. If shown again, it is checked from `nextCheckAt`. */
export async function recordDecision(
  tx: Db,
  videoId: string,
  { decision, now, nextCheckAt }: { decision: string; now: Date; nextCheckAt: Date | null },
): Promise<void> {
  await execute(tx)`update video_health
    set awaits_decision = false, decision = ${decision}, decided_at = ${now},
      next_check_at = ${nextCheckAt}::timestamptz, interval_days = 1
    where video_id = ${videoId}`;
}

export interface SurvivalCount {
  ages_reached: number;
  is_gone: boolean;
  n: number;
}

export function selectSurvivalCounts(db: Db, sourceId: string): Promise<SurvivalCount[]> {
  return execute(db)<SurvivalCount>`
    select ages_reached, is_gone, n from survival_counts where lane = ${sourceId}`;
}

export async function selectSourceName(db: Db, id: string): Promise<string | undefined> {
  return oneValue(db)<string>`select name from video_sources where id = ${id}`;
}
