import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { anyRow, execute } from '@vesper/core/db/run-sql.ts';
import type { SourceBreakers } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';
import type { Moment } from './host-queries.ts';

export type FailureClass = '401' | '403' | '429' | '451' | '5xx' | 'network';

export type BreakerRow = Selectable<SourceBreakers>;

export interface SourceState {
  baseUrl: string;
  crawlDelayMs: number;
  concurrency: number;
  isStruckOut: boolean;
  /** Failures since the last success. */
  breakers: { class: FailureClass; openUntil: Date | null; message: string; failures: number }[];
  at: Date;
}

/** Undefined if the source is gone. */
export async function selectSourceState(
  db: Db,
  sourceId: string,
  moment: Moment,
): Promise<SourceState | undefined> {
  interface Row {
    base_url: string;
    crawl_delay_ms: number;
    concurrency: number;
    is_struck_out: boolean;
    at: Date;
    class: FailureClass | null;
    open_until: Date | null;
    message: string | null;
    failures: number | null;
  }
  const rows = await execute(db)<Row>`${sql.raw(PREPARED)}
    select s.base_url, s.crawl_delay_ms, s.concurrency, s.struck_out_at is not null as is_struck_out,
      coalesce(${moment}::timestamptz, clock_timestamp()) as at,
      b.class, b.open_until, b.message, b.failures
    from video_sources s left join source_breakers b on b.source_id = s.id where s.id = ${sourceId}`;
  const [first] = rows;
  if (!first) return undefined;
  return {
    baseUrl: first.base_url,
    crawlDelayMs: first.crawl_delay_ms,
    concurrency: first.concurrency,
    isStruckOut: first.is_struck_out,
    at: first.at,
    breakers: rows.flatMap(({ class: name, open_until: openUntil, message, failures }) =>
      name === null ? [] : [{ class: name, openUntil, message: message ?? '', failures: failures ?? 0 }],
    ),
  };
}

/** Takes the only trial of a source whose breakers have been open long enough; false if taken. */
export function takeTrial(
  db: Db,
  sourceId: string,
  { trialMs, moment }: { trialMs: number; moment: Moment },
): Promise<boolean> {
  return anyRow(db)`
    with moment as (select coalesce(${moment}::timestamptz, clock_timestamp()) as at)
    update source_breakers b set trial_until = moment.at + ${trialMs}::float8 * interval '1 millisecond'
    from moment
    where b.source_id = ${sourceId} and b.open_until <= moment.at
      and (b.trial_until is null or b.trial_until <= moment.at)
    returning b.class`;
}

export async function returnTrial(db: Db, sourceId: string): Promise<void> {
  await db
    .updateTable('source_breakers')
    .set({ trial_until: null })
    .where('source_id', '=', sourceId)
    .execute();
}

export interface BreakerFailure {
  sourceId: string;
  class: FailureClass;
  message: string;
  stops: boolean;
  breakerAfter: number;
  openMs: number;
  maxOpenMs: number;
  moment: Moment;
}

/** Counts a failure; opens the breaker at the limit or after a failed trial. */
export async function countFailure(db: Db, failure: BreakerFailure): Promise<void> {
  const { sourceId, message, stops, breakerAfter, openMs, maxOpenMs, moment } = failure;
  await execute(db)`
    with moment as (select coalesce(${moment}::timestamptz, clock_timestamp()) as at)
    insert into source_breakers as b (source_id, class, failures, open_until, message, last_at)
    select s.id, ${failure.class}, 1,
      case when ${stops} or ${breakerAfter}::int <= 1
        then at + least(${openMs}::float8, ${maxOpenMs}::float8) * interval '1 millisecond' end,
      ${message}, at
    from moment, video_sources s where s.id = ${sourceId}
    on conflict (source_id, class) do update set
      failures = b.failures + 1, message = excluded.message, last_at = excluded.last_at, trial_until = null,
      open_until = case
        when ${stops} or b.failures + 1 >= ${breakerAfter}::int or b.open_until is not null
        then greatest(b.open_until, excluded.last_at + interval '1 millisecond' * least(
          ${maxOpenMs}::float8,
          ${openMs}::float8 * power(2, least(greatest(b.failures + 1 - ${breakerAfter}::int, 0), 30)))) end`;
}

/** A success deletes failures from before its request was sent. */
export async function deleteFailuresBefore(db: Db, sourceId: string, askedAt: Date): Promise<void> {
  await db
    .deleteFrom('source_breakers')
    .where('source_id', '=', sourceId)
    .where('last_at', '<=', askedAt)
    .execute();
}

export async function deleteBreakers(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom('source_breakers').where('source_id', '=', sourceId).execute();
}

export async function selectOpenBreakers(db: Db, sourceIds: readonly string[]): Promise<BreakerRow[]> {
  if (sourceIds.length === 0) return [];
  return db
    .selectFrom('source_breakers')
    .selectAll()
    .where('source_id', 'in', sourceIds)
    .where('open_until', 'is not', null)
    .orderBy('source_id')
    .orderBy('class')
    .execute();
}

export async function selectBaseUrls(
  db: Db,
  sourceIds: readonly string[],
): Promise<{ id: string; base_url: string }[]> {
  if (sourceIds.length === 0) return [];
  return db.selectFrom('video_sources').select(['id', 'base_url']).where('id', 'in', sourceIds).execute();
}
