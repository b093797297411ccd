import type { Db } from '@vesper/core/db/pool.ts';
import { execute, oneValue } from '@vesper/core/db/run-sql.ts';
import { publiclyVisible, publishedSinceClearing } from '@vesper/library/videos';
import { sql } from 'kysely';
import type { RunRow } from './run-queries.ts';

/** Like `textHash`, for a video `v`. */
const hashOfVideo = sql`sha256(convert_to(v.title, 'UTF8') || '\\x00'::bytea || convert_to(v.description, 'UTF8'))`;

export interface PassedVideo {
  id: string;
  /** With microseconds. */
  published_at: string;
  /** Translated, or given up. */
  is_done: boolean;
  title: string;
  description: string;
}

/** Newest first. `offset 0` forces a lookup per video: the planner would sometimes read all translations. */
export function selectNextVideos(
  db: Db,
  run: Pick<RunRow, 'language_code' | 'passed_at' | 'passed_id'> & { passed: string | null },
  { limit, mostAttempts }: { limit: number; mostAttempts: number },
): Promise<PassedVideo[]> {
  const older = run.passed_id
    ? sql`and (v.published_at, v.id) < (${run.passed}::timestamptz, ${run.passed_id})`
    : sql``;
  return execute(db)<PassedVideo>`
    with chunk as materialized (
      select v.id, v.published_at, v.title, v.description, ${hashOfVideo} as hash
      from videos v where ${publiclyVisible} and ${publishedSinceClearing} ${older}
      order by v.published_at desc, v.id desc limit ${limit}::int),
    judged as (
      select s.*, (t.video_id is not null and (t.text_hash is null or t.text_hash = s.hash))
        or coalesce(f.text_hash = s.hash and f.attempts >= ${mostAttempts}::int, false) as is_done
      from chunk s
      left join lateral (select video_id, text_hash from video_translations
        where video_id = s.id and language_code = ${run.language_code} offset 0) as t on true
      left join lateral (select text_hash, attempts from translation_faults
        where video_id = s.id and language_code = ${run.language_code} offset 0) as f on true)
    select id, published_at::text as published_at, is_done,
      case when is_done then '' else title end as title, case when is_done then '' else description end as description
    from judged order by judged.published_at desc, id desc`;
}

/** As text: JavaScript dates have no microseconds. */
export async function selectPosition(db: Db, runId: number): Promise<string | null> {
  const passed = await oneValue(db)<string | null>`
    select passed_at::text as passed from translation_runs where id = ${runId}::bigint`;
  return passed ?? null;
}

export interface MadeTranslation {
  videoId: string;
  title: string;
  description: string;
  textHash: Buffer;
}

/** Returns how many, without videos deleted or edited meanwhile. Waits for a video being edited. */
export async function upsertTranslations(
  tx: Db,
  run: Pick<RunRow, 'language_code' | 'translator'>,
  made: readonly MadeTranslation[],
): Promise<number> {
  if (made.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into video_translations (video_id, language_code, title, description, text_hash, translator)
    select v.id, ${run.language_code}, v.new_title, v.new_description, v.hash, ${run.translator}
    from (select v.id, made.title as new_title, made.description as new_description, decode(made.hash, 'hex') as hash
    from unnest(${made.map((one) => one.videoId)}::text[], ${made.map((one) => one.title)}::text[],
      ${made.map((one) => one.description)}::text[], ${made.map((one) => one.textHash.toString('hex'))}::text[])
      as made (id, title, description, hash)
    join videos v on v.id = made.id and ${hashOfVideo} = decode(made.hash, 'hex') order by v.id for share of v) as v
    on conflict (video_id, language_code) do update set title = excluded.title, description = excluded.description,
      text_hash = excluded.text_hash, translator = excluded.translator, refused_at = null, updated_at = now()`.execute(
    tx,
  );
  await execute(tx)`delete from translation_faults where language_code = ${run.language_code}
    and video_id = any (${made.map((one) => one.videoId)}::text[])`;
  return Number(numAffectedRows ?? 0);
}

/** Deletes machine translations of changed words. The caller has locked the videos. */
export async function dropStaleTranslations(tx: Db, videoIds: readonly string[]): Promise<void> {
  await execute(tx)`
    delete from video_translations t using videos v
    where v.id = any (${videoIds}::text[]) and t.video_id = v.id and t.text_hash <> ${hashOfVideo}`;
}

export async function moveTranslations(tx: Db, fromId: string, toId: string): Promise<void> {
  await execute(tx)`
    insert into video_translations (video_id, language_code, title, description, text_hash, translator, created_at, refused_at)
    select ${toId}, language_code, title, description, text_hash, translator, created_at, refused_at from video_translations
    where video_id = ${fromId} order by language_code
    on conflict (video_id, language_code) do nothing`;
  await execute(tx)`delete from video_translations where video_id = ${fromId}`;
}

export interface Fault {
  videoId: string;
  textHash: Buffer;
  message: string;
}

/** Counts repeated faults of unchanged words. */
export async function upsertFaults(
  tx: Db,
  run: Pick<RunRow, 'id' | 'language_code'>,
  faults: readonly Fault[],
): Promise<void> {
  if (faults.length === 0) return;
  await execute(tx)`
    insert into translation_faults as f (video_id, language_code, text_hash, message, run_id)
    select v.id, ${run.language_code}, decode(made.hash, 'hex'), made.message, ${run.id}::bigint
    from unnest(${faults.map((one) => one.videoId)}::text[], ${faults.map((one) => one.textHash.toString('hex'))}::text[],
      ${faults.map((one) => one.message)}::text[]) as made (id, hash, message)
    join videos v on v.id = made.id order by v.id
    on conflict (video_id, language_code) do update set message = excluded.message, run_id = excluded.run_id,
      attempts = case when f.text_hash = excluded.text_hash then f.attempts + 1 else 1 end,
      text_hash = excluded.text_hash, updated_at = now()`;
}

/** One worker at a time. */
export async function foldTranslationChanges(db: Db): Promise<void> {
  await execute(db)`
    with taken as (delete from translation_changes returning language_code, n),
    sums as (select language_code, sum(n) as n from taken group by language_code)
    insert into translation_totals (language_code, n)
    select s.language_code, s.n from sums s join languages l on l.code = s.language_code order by s.language_code
    on conflict (language_code) do update set n = translation_totals.n + excluded.n`;
}

export interface TranslatedWords {
  video_id: string;
  language_code: string;
  title: string;
  description: string;
  is_refused: boolean;
}

export function selectTranslatedWords(db: Db, videoIds: readonly string[]): Promise<TranslatedWords[]> {
  return execute(db)<TranslatedWords>`
    select video_id, language_code, title, description, refused_at is not null as is_refused
    from video_translations where video_id = any (${videoIds}::text[]) order by video_id, language_code`;
}

export async function markRefusedTranslations(
  tx: Db,
  marks: readonly { video_id: string; language_code: string; shall: boolean }[],
): Promise<void> {
  if (marks.length === 0) return;
  await execute(tx)`
    update video_translations t set refused_at = case when mark.shall then now() end
    from unnest(${marks.map((one) => one.video_id)}::text[], ${marks.map((one) => one.language_code)}::text[],
                ${marks.map((one) => one.shall)}::boolean[]) as mark (video_id, language_code, shall)
    where (t.video_id, t.language_code) = (mark.video_id, mark.language_code)`;
}
