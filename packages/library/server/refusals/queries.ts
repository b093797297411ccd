import type { TermKind } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { RefusalSettings, RefusedTerms } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

export type TermRow = Selectable<RefusedTerms>;
export type SettingsRow = Selectable<RefusalSettings>;

export async function selectSettings(db: Db, lock = sql``): Promise<SettingsRow> {
  const row = await firstRow(db)<SettingsRow>`select * from refusal_settings ${lock}`;
  if (!row) throw new Error('The settings for blocked terms are missing.');
  return row;
}

/** Serialises changes to the terms. */
export function lockSettings(tx: Db): Promise<SettingsRow> {
  return selectSettings(tx, sql`for no key update`);
}

export function selectAllTerms(db: Db): Promise<Pick<TermRow, 'language' | 'term' | 'kind'>[]> {
  return execute(db)<Pick<TermRow, 'language' | 'term' | 'kind'>>`
    select language, term, kind from refused_terms order by id`;
}

export function selectTerms(
  db: Db,
  wanted: { kind?: TermKind | undefined; language?: string | undefined; after: number; limit: number },
): Promise<TermRow[]> {
  const { kind = null, language = null, after, limit } = wanted;
  return execute(db)<TermRow>`
    select * from refused_terms
    where (${kind}::text is null or kind = ${kind}) and (${language}::text is null or language = ${language})
      and id < ${after}::bigint
    order by id desc limit ${limit}::int`;
}

export function countTerms(db: Db): Promise<{ language: string; own: number; never: number }[]> {
  return execute(db)<{ language: string; own: number; never: number }>`
    select language, (count(*) filter (where kind <> 'never'))::int as own,
      (count(*) filter (where kind = 'never'))::int as never
    from refused_terms group by language`;
}

/** Returns the ids of new ones. */
export async function insertTerms(
  tx: Db,
  { terms, ...of }: { language: string; kind: TermKind; terms: readonly string[]; by: string },
): Promise<string[]> {
  const rows = await execute(tx)<{ id: number }>`
    insert into refused_terms (language, term, kind, by)
    select ${of.language}, term, ${of.kind}, ${of.by} from unnest(${terms}::text[]) as given (term)
    on conflict do nothing returning id`;
  return rows.map(({ id }) => String(id));
}

export function deleteTerms(tx: Db, ids: readonly number[]): Promise<TermKind[]> {
  return columnOf(tx)<TermKind>`
    delete from refused_terms where id = any (${ids}::bigint[]) returning kind`;
}

/** Processes reload the terms, and the sweep restarts. */
export async function noteChange(
  tx: Db,
  changes: Partial<Pick<SettingsRow, 'help' | 'help_address' | 'off_languages'>> = {},
): Promise<void> {
  await tx
    .updateTable('refusal_settings')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1), swept_to: '' }))
    .execute();
}

/** Unless one is in progress. */
export async function beginSweep(db: Db): Promise<void> {
  await execute(db)`update refusal_settings set swept_to = '' where swept_to is null`;
}

/** False if the terms have changed since, which restarts the sweep. */
export async function noteSwept(
  tx: Db,
  { to, version, seed }: { to: string | null; version: number; seed: string },
): Promise<boolean> {
  const rows = await execute(tx)<{ version: number }>`
    update refusal_settings set swept_to = ${to}::text,
      swept_at = case when ${to}::text is null then now() else swept_at end,
      seed = case when ${to}::text is null then ${seed} else seed end
    where version = ${version}::int returning version`;
  return rows.length > 0;
}

export interface HeldBack {
  videoId: string;
  language: string;
  field: 'title' | 'tags' | 'description' | 'category';
  way: string;
  words: Buffer;
}

/** Videos whose words an administrator has allowed. */
export async function selectPassed(
  db: Db,
  videos: readonly { id: string; words: Buffer }[],
): Promise<Set<string>> {
  const rows = await execute(db)<{ id: string }>`
    select r.video_id as id from refused_videos r
    join unnest(${videos.map(({ id }) => id)}::text[], ${videos.map(({ words }) => words)}::bytea[])
      as given (id, words) on given.id = r.video_id and given.words = r.words
    where r.passed_at is not null`;
  return new Set(rows.map(({ id }) => id));
}

export async function upsertHeldBack(tx: Db, held: readonly HeldBack[]): Promise<void> {
  if (held.length === 0) return;
  await tx
    .insertInto('refused_videos')
    .values(held.map(({ videoId: video_id, ...rest }) => ({ video_id, ...rest })))
    .onConflict((conflict) =>
      conflict.column('video_id').doUpdateSet(({ ref }) => ({
        language: ref('excluded.language'),
        field: ref('excluded.field'),
        way: ref('excluded.way'),
        words: ref('excluded.words'),
        held_at: sql<Date>`now()`,
        passed_at: null,
      })),
    )
    .execute();
}

/** Allows these videos' words, as an administrator shows them. */
export async function passHeldBack(tx: Db, videoIds: readonly string[]): Promise<void> {
  await execute(tx)`
    update refused_videos set passed_at = now() where video_id = any (${videoIds}::text[]) and passed_at is null`;
}

/** Returns the ids of videos still held back with these words. */
export function releaseHeldBack(tx: Db, videos: readonly { id: string; words: Buffer }[]): Promise<string[]> {
  return columnOf(tx)<string>`
    delete from refused_videos r
    using unnest(${videos.map(({ id }) => id)}::text[], ${videos.map(({ words }) => words)}::bytea[]) as given (id, words)
    where given.id = r.video_id and given.words = r.words and r.passed_at is null returning r.video_id`;
}

/** Counted up to the limit; the table belongs to `words/server/keywords`. */
export function countHeldKeywords(db: Db, limit: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from
      (select from keywords where refused_at is not null limit ${limit}::int) as held`;
}
