import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { TranslationRuns } from '@vesper/core/db/schema.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export type RunRow = Selectable<TranslationRuns>;
export type ListedRunRow = RunRow & { language_name: string };

export interface LanguageState {
  code: string;
  name: string;
  enabled: boolean;
}

export function selectLanguage(db: Db, code: string): Promise<LanguageState | undefined> {
  return firstRow(db)<LanguageState>`
    select code, name, enabled from languages where code = ${code}`;
}

export interface NewRun {
  languageCode: string;
  translator: string;
  most: number;
  startedBy: string;
}

/** Undefined if one is running for this language. */
export async function insertRun(tx: Db, run: NewRun): Promise<number | undefined> {
  return oneValue(tx)<number>`
    insert into translation_runs (language_code, translator, most, started_by)
    values (${run.languageCode}, ${run.translator}, ${run.most}, ${run.startedBy})
    on conflict (language_code) where state = 'running' do nothing returning id`;
}

export async function selectRunningRun(db: Db, languageCode: string): Promise<number | undefined> {
  return oneValue(db)<number>`
    select id from translation_runs where language_code = ${languageCode} and state = 'running'`;
}

export function selectRun(db: Db, id: number): Promise<ListedRunRow | undefined> {
  return firstRow(db)<ListedRunRow>`
    select r.*, l.name as language_name from translation_runs r join languages l on l.code = r.language_code
    where r.id = ${id}::bigint`;
}

export function selectRuns(
  db: Db,
  { before, limit, languageCode }: { before: number; limit: number; languageCode?: string | undefined },
): Promise<ListedRunRow[]> {
  const language: RawBuilder<unknown> = languageCode ? sql`and language_code = ${languageCode}` : sql``;
  return execute(db)<ListedRunRow>`
    select r.*, l.name as language_name
    from (select * from translation_runs where id < ${before}::bigint ${language}
          order by id desc limit ${limit}::int) as r
    join languages l on l.code = r.language_code order by r.id desc`;
}

export interface Advance {
  translated: number;
  skipped: number;
  errors: number;
  errorsInARow: number;
  passed: { publishedAt: string; id: string } | undefined;
  reachedEnd: boolean;
}

/** False if someone else has advanced it, or it has ended. */
export function advanceRun(tx: Db, run: RunRow, advance: Advance): Promise<boolean> {
  const { translated, skipped, errors, errorsInARow, passed, reachedEnd } = advance;
  const isDone = reachedEnd || run.translated + run.errors + translated + errors >= run.most;
  return anyRow(tx)`
    update translation_runs set translated = translated + ${translated}::int, skipped = skipped + ${skipped}::int,
      errors = errors + ${errors}::int, errors_in_a_row = ${errorsInARow}::int, setbacks = 0, message = null,
      passed_at = coalesce(${passed?.publishedAt ?? null}::timestamptz, passed_at),
      passed_id = coalesce(${passed?.id ?? null}, passed_id), reached_end = ${reachedEnd}, stretches = stretches + 1,
      state = ${isDone ? 'completed' : 'running'}, finished_at = case when ${isDone} then now() end
    where id = ${run.id}::bigint and state = 'running' and stretches = ${run.stretches}::int returning id`;
}

/** False if it has ended already. */
export function endRun(
  db: Db,
  id: number,
  { state, message }: { state: 'failed' | 'stopped'; message: string | null },
): Promise<boolean> {
  return anyRow(db)`
    update translation_runs set state = ${state}, message = ${message}, finished_at = now()
    where id = ${id}::bigint and state = 'running' returning id`;
}

export async function noteSetback(db: Db, id: number, message: string): Promise<void> {
  await execute(db)`update translation_runs set setbacks = setbacks + 1, message = ${message}
    where id = ${id}::bigint and state = 'running'`;
}

export interface FaultRow {
  video_id: string;
  title: string;
  message: string;
  attempts: number;
}

export function selectFaults(
  db: Db,
  { runId, after, limit }: { runId: number; after: string; limit: number },
): Promise<FaultRow[]> {
  return execute(db)<FaultRow>`
    select f.video_id, v.title, f.message, f.attempts
    from (select * from translation_faults where run_id = ${runId}::bigint and video_id > ${after}
          order by video_id limit ${limit}::int) as f
    join videos v on v.id = f.video_id order by f.video_id`;
}
