import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';

const prepared = sql.raw(PREPARED);

export interface KnownWord {
  word: string;
  /** Public. */
  videos: number;
  /** The stem's language, else that of most of its videos; null if unknown. */
  language: string | null;
  /** Shared by all its forms in that language; null without rules. */
  stem: string | null;
}

/** During the first filling, counts would mislead. */
const IS_COMPLETE = sql`(select filled_to is null from search_vocabulary)`;
const KNOWN = sql`w.word, w.videos, coalesce(w.stem_language, w.language) as language, w.stem`;
/** More than any language's common forms. */
const MOST_FORMS = 12;
/** Candidates for a correction. */
const MOST_NEIGHBOURS = 500;
const MOST_BEGUN = 20;
/** For more words, the prefix itself is looked up, whose entries are all gathered. */
export const MOST_BEGUN_WORDS = 12;
/** The vocabulary always has room for this many words of a single video. */
export const FREE_SINGLE = 200_000;

/** Forms of these stems, the most common first. */
export function selectForms(
  db: Db,
  stems: readonly { language: string; stem: string }[],
): Promise<KnownWord[]> {
  return execute(db)<KnownWord>`${prepared}
    select form.* from (select distinct stem, language from unnest(${stems.map(({ stem }) => stem)}::text[],
        ${stems.map(({ language }) => language)}::text[]) as one (stem, language)) as asked, lateral (
      select ${KNOWN} from search_words w where w.stem = asked.stem and w.stem_language = asked.language
      order by videos desc, word limit ${MOST_FORMS}::int) as form
    where ${IS_COMPLETE} order by videos desc, word`;
}

/** A query's word, a form of it, or a word that begins with it. */
export interface WideningWord {
  asked: string;
  word: string;
  videos: number;
  how: 'itself' | 'form' | 'begun';
  /** Of the requested word. */
  language: string | null;
}

const LAST_CHARACTER = '\u{10ffff}';
/** Whether every public word is known. */
const HAS_ALL = sql`(select filled_to is null and single_words < ${sql.lit(FREE_SINGLE)} from search_vocabulary)
  and not exists (select from search_word_changes)`;

/** Folded words of a query. */
export interface WideningAsked {
  /** With their forms. */
  words: readonly string[];
  plain?: readonly string[];
  /** As prefixes. */
  begun?: readonly string[];
}

/** Known words and their most common forms. If all words are known, also each of `begun` and words with that prefix. */
export function selectWidening(
  db: Db,
  { words, plain = [], begun = [] }: WideningAsked,
): Promise<WideningWord[]> {
  return execute(db)<WideningWord>`${prepared}
    (select asked.word as asked, found.word, found.videos,
      case when found.word = asked.word then 'itself' else 'form' end as how,
      coalesce(asked.stem_language, asked.language) as language
    from search_words asked, lateral (
      select asked.word, asked.videos
      union
      (select w.word, w.videos from search_words w
       where asked.word = any (${words}::text[]) and w.stem = asked.stem and w.stem_language = asked.stem_language
       order by videos desc, word limit ${MOST_FORMS}::int)) as found
    where asked.word = any (${words}::text[] || ${plain}::text[]) and ${IS_COMPLETE}
    order by asked.word, found.videos desc, found.word)
    union all
    select begun.prefix, w.word, w.videos, 'begun', null
    from unnest(${begun}::text[]) as begun (prefix), lateral (
      select begun.prefix as word, 0 as videos
      union all
      (select word, videos from search_words
       where word > begun.prefix and word < begun.prefix || ${LAST_CHARACTER} collate "C"
       order by word limit ${MOST_BEGUN_WORDS + 1}::int)) as w
    where ${HAS_ALL}`;
}

export interface Neighbour {
  asked: string;
  word: string;
  videos: number;
}

/** Words that share a key with a requested one, itself included, some by chance; also a few with it as prefix. */
export function selectNeighbours(
  db: Db,
  asked: readonly { word: string; keys: readonly number[] }[],
): Promise<Neighbour[]> {
  return execute(db)<Neighbour>`${prepared}
    select asked.word as asked, near.word, near.videos
    from unnest(${asked.map(({ word }) => word)}::text[],
        ${asked.map(({ keys }) => `{${keys.join(',')}}`)}::text[]) as asked (word, keys), lateral (
      select * from words_by_deletions(asked.keys::integer[], ${MOST_NEIGHBOURS}::int)
      union
      (select w.word, w.videos from search_words w
       where w.word >= asked.word and w.word < asked.word || ${LAST_CHARACTER} collate "C"
       order by w.word limit ${MOST_BEGUN}::int)) as near
    where ${IS_COMPLETE}`;
}

export interface Vocabulary {
  /** Null if all documents are counted. */
  filledTo: string | null;
  stemRules: string;
  stemmedTo: string | null;
  /** How many words a single video has, and how many several have. */
  single: number;
  several: number;
}

/** Locked until the transaction ends; undefined if another process has the lock. */
export function lockVocabulary(tx: Db): Promise<Vocabulary | undefined> {
  return firstRow(tx)<Vocabulary>`
    select filled_to as "filledTo", stem_rules as "stemRules", stemmed_to as "stemmedTo", single_words as single,
      several_words as several
    from search_vocabulary for update skip locked`;
}

/** A positive or negative change. */
export interface WordCount {
  word: string;
  language: string | null;
  n: number;
}

export interface Taken {
  /** Changes or documents read. */
  read: number;
  counts: WordCount[];
}

/** Takes changes from the journal, oldest first. Documents that the first filling has yet to reach are left to that. */
export async function takeChanges(tx: Db, { filledTo }: Vocabulary, limit: number): Promise<Taken> {
  const rows = await execute(tx)<WordCount & { read: number }>`
    with taken as (
      delete from search_word_changes
      where id in (select id from search_word_changes order by id limit ${limit}::int)
      returning video_id, n, language, words),
    counts as (
      select word, language, sum(n)::int as n from taken, unnest(tsvector_to_array(words)) as word
      where ${filledTo}::text is null or video_id <= ${filledTo}::text
      group by word, language)
    select read.n::int as read, counts.* from (select count(*) as n from taken) as read left join counts on true`;
  return { read: rows[0]?.read ?? 0, counts: rows.filter(({ word }) => word !== null) };
}

/**
 * The next documents of the first filling. One statement sees one state: their visible changes are included and dropped;
 * later ones stay in the journal.
 */
export async function takeDocuments(
  tx: Db,
  filledTo: string,
  limit: number,
): Promise<Taken & { last: string | null }> {
  const rows = await execute(tx)<WordCount & { read: number; last: string | null }>`
    with batch as materialized (
      select video_id, doc, visible, language from video_search where video_id > ${filledTo}
      order by video_id limit ${limit}::int),
    edge as materialized (select count(*)::int as read, max(video_id) as last from batch),
    dropped as (
      delete from search_word_changes c using edge
      where c.video_id > ${filledTo} and (edge.read < ${limit}::int or c.video_id <= edge.last)),
    counts as (
      select word, language, count(*)::int as n from batch, unnest(tsvector_to_array(doc)) as word where visible
      group by word, language)
    select edge.read, edge.last, counts.* from edge left join counts on true`;
  const { read = 0, last = null } = rows[0] ?? {};
  return { read, last, counts: rows.filter(({ word }) => word !== null) };
}

export async function updateVocabulary(
  tx: Db,
  { filledTo, stemRules, stemmedTo }: Vocabulary,
): Promise<void> {
  await execute(tx)`
    update search_vocabulary set filled_to = ${filledTo}, stem_rules = ${stemRules}, stemmed_to = ${stemmedTo}`;
}

export interface CountedWord {
  word: string;
  videos: number;
  language: string | null;
  lead: number;
}

/** Also during the first filling. */
export function selectCounted(tx: Db, words: readonly string[]): Promise<CountedWord[]> {
  return execute(tx)<CountedWord>`
    select word, videos, language, lead from search_words where word = any (${words}::text[])`;
}

export async function addToWordTotals(tx: Db, added: { single: number; several: number }): Promise<void> {
  await execute(tx)`
    update search_vocabulary set single_words = single_words + ${added.single}::int,
      several_words = several_words + ${added.several}::int`;
}

export interface StemmedWord {
  word: string;
  stem: string | null;
  stemLanguage: string | null;
}

export async function insertWords(
  tx: Db,
  words: readonly (CountedWord & StemmedWord & { keys: readonly number[] })[],
): Promise<void> {
  await execute(tx)`
    insert into search_words (word, videos, language, lead, stem, stem_language, deletions)
    select word, videos, language, lead, stem, stem_language, keys::integer[]
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ videos }) => videos)}::int[],
        ${words.map(({ language }) => language)}::text[], ${words.map(({ lead }) => lead)}::int[],
        ${words.map(({ stem }) => stem)}::text[], ${words.map(({ stemLanguage }) => stemLanguage)}::text[],
        ${words.map(({ keys }) => `{${keys.join(',')}}`)}::text[])
      as one (word, videos, language, lead, stem, stem_language, keys)`;
}

export async function updateWords(tx: Db, words: readonly CountedWord[]): Promise<void> {
  await execute(tx)`
    update search_words w set videos = one.videos, language = one.language, lead = one.lead
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ videos }) => videos)}::int[],
        ${words.map(({ language }) => language)}::text[], ${words.map(({ lead }) => lead)}::int[])
      as one (word, videos, language, lead)
    where w.word = one.word`;
}

export async function updateStems(tx: Db, words: readonly StemmedWord[]): Promise<void> {
  await execute(tx)`
    update search_words w set stem = one.stem, stem_language = one.language
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ stem }) => stem)}::text[],
        ${words.map(({ stemLanguage }) => stemLanguage)}::text[]) as one (word, stem, language)
    where w.word = one.word and (w.stem is distinct from one.stem or w.stem_language is distinct from one.language)`;
}

export async function deleteWords(tx: Db, words: readonly string[]): Promise<void> {
  await execute(tx)`delete from search_words where word = any (${words}::text[])`;
}

/** In order, for stemming again. */
export function selectWordsAfter(
  tx: Db,
  word: string,
  limit: number,
): Promise<{ word: string; language: string | null }[]> {
  return execute(tx)<{ word: string; language: string | null }>`
    select word, language from search_words where word > ${word} order by word limit ${limit}::int`;
}

/** Stems may differ between major versions. */
export async function serverVersion(db: Db): Promise<string> {
  return (await oneValue(db)<string>`select current_setting('server_version_num')::int / 10000 || ''`) ?? '';
}

/** In the order of `words`. */
export function selectStems(
  db: Db,
  words: readonly { word: string; dictionary: string }[],
): Promise<string[]> {
  return columnOf(db)<string>`
    select coalesce((ts_lexize(dictionary::regdictionary, word))[1], word) as stem
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ dictionary }) => dictionary)}::text[])
      with ordinality as one (word, dictionary, place)
    order by place`;
}
