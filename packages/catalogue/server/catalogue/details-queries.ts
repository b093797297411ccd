import { counterNotice, type ManagedVideoDetails } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { KEEPS_OFF } from '@vesper/notices/cases';
import { type Selectable, sql } from 'kysely';

export type DetailRow = Pick<
  Selectable<Videos>,
  'description' | 'language' | 'slug' | 'external_id' | 'edited_fields' | 'poster_at_seconds'
> & {
  poster_uploaded: boolean;
  duplicates: ManagedVideoDetails['duplicates'];
  merged_into: { id: string; title: string } | null;
  merged_from: { id: string; title: string }[];
  download_job_id: string | null;
  download_error: string | null;
  media_jobs: { id: string; step: string; status: string; progress: number; error: string | null }[];
  health_message: string | null;
  cases: ManagedVideoDetails['cases'];
  languages: string[];
};

const MOST = 20;

/** Some videos have thousands of cases. */
const MOST_CASES = 100;

const listOf = (object: ReturnType<typeof sql>, from: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(${object}), '[]') from (${from} limit ${MOST}::int) as x)`;

export function selectDetails(db: Db, id: string): Promise<DetailRow | undefined> {
  const other = (ours: string, theirs: string) => sql`
    select d.id as decision_id, d.reason, o.id, o.title, o.status, o.hidden_reason,
      o.id = d.video_id as is_later
    from duplicate_decisions d join videos o on o.id = ${sql.ref(`d.${theirs}`)}
    where ${sql.ref(`d.${ours}`)} = v.id and d.outcome = 'suspected'`;
  const duplicates = sql`
    select json_build_object('decisionId', decision_id::text, 'id', id, 'title', title, 'status', status,
                             'hiddenReason', hidden_reason, 'reason', reason, 'isLater', is_later) as found
    from (${other('video_id', 'existing_video_id')} union all ${other('existing_video_id', 'video_id')}) as both_ways`;
  const named = (on: ReturnType<typeof sql>) => sql`
    select json_build_object('id', o.id, 'title', o.title) as found
    from video_redirects r join videos o on ${on} order by o.id`;
  const cases = sql`
    select json_build_object('id', c.id, 'kind', c.kind, 'state', c.state, 'isOpen', c.is_open, 'isHolding', h.is_holding,
                             'receivedAt', to_char(c.received_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as found
    from (select case_id, bool_or(has_taken) as has_taken from (
        (select case_id, true as has_taken from takedown_videos where video_id = v.id limit ${MOST_CASES}::int)
        union all (select case_id, false from case_targets where video_id = v.id limit ${MOST_CASES}::int)) as found
      group by case_id) as n
    join cases c on c.id = n.case_id cross join lateral (
      select c.kind <> ${counterNotice.kind}
        and (${KEEPS_OFF} or (c.is_open and n.has_taken)) as is_holding) as h
    order by c.is_open desc, h.is_holding desc, c.received_at desc, c.id`;
  return firstRow(db)<DetailRow>`
    select v.description, v.language, v.slug, v.external_id, v.edited_fields, v.poster_at_seconds,
      coalesce(v.poster_uploaded, false) as poster_uploaded,
      ${listOf(sql`x.found`, duplicates)} as duplicates,
      (${named(sql`o.id = r.to_id and r.from_id = v.id`)} limit 1) as merged_into,
      ${listOf(sql`x.found`, named(sql`o.id = r.from_id and r.to_id = v.id`))} as merged_from,
      j.id as download_job_id, j.error as download_error,
      ${listOf(
        sql`json_build_object('id', x.id, 'step', x.step, 'status', x.status, 'progress', x.progress,
                              'error', x.error)`,
        sql`select * from media_jobs m where m.video_id = v.id order by m.step`,
      )} as media_jobs,
      (select h.last_message from video_health h where h.video_id = v.id and h.state <> 'alive') as health_message,
      ${listOf(sql`x.found`, cases)} as cases,
      array(select t.language_code from video_translations t where t.video_id = v.id order by 1) as languages
    from videos v left join lateral (
      select id, error from download_jobs where source_url_hash = v.source_url_hash
      order by created_at desc limit 1) as j on true
    where v.id = ${id}`;
}

export async function selectQuarantined(db: Db, id: string): Promise<Set<string>> {
  const rows = await execute(db)<{ file: string }>`
    select purpose || '/' || name as file from stored_files
    where video_id = ${id} and quarantined_at is not null`;
  return new Set(rows.map(({ file }) => file));
}

export type EditableVideo = Pick<
  Selectable<Videos>,
  'id' | 'title' | 'description' | 'tags' | 'category' | 'language' | 'slug' | 'version' | 'status'
> & { publishedAt: string | null; editedFields: string[] };

/** Undefined if it is gone or cleared. */
export function lockEditable(tx: Db, id: string): Promise<EditableVideo | undefined> {
  return firstRow(tx)<EditableVideo>`
    select id, title, description, tags, category, language, slug, version, status, edited_fields as "editedFields",
      to_char(published_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt" from videos v
    where id = ${id} and not is_cleared(v) for no key update`;
}
