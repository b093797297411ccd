import { hash } from 'node:crypto';
import { MOST_SUGGESTIONS, pageHref, type Suggestion, type SuggestionKind } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Refusals } from '@vesper/library/refusals';
import { createSynonymDirectory, foldedWords } from '@vesper/library/search';
import { acceptedText } from './accepted-text.ts';
import { beginningsOf, type Placed, placeBeginnings, type Suggestable } from './beginnings.ts';
import { selectAskedByMany } from './search-queries.ts';
import { countResults } from './searches.ts';
import {
  deleteSuggestions,
  type Key,
  type Library,
  type Suggested,
  type SuggestionRow,
  selectCategoryNames,
  selectKept,
  selectKeywordNames,
  selectLibrary,
  selectNamedWords,
  selectSuggestions,
  selectTagNames,
  selectTitles,
  upsertSuggestions,
} from './suggestion-queries.ts';

const MOST: Readonly<Record<SuggestionKind, number>> = {
  search: 5000,
  category: 2000,
  tag: 20_000,
  keyword: 20_000,
  video: 12_000,
};
/** How many of each kind an answer has, in this order; more if others are missing. */
const SHARES: readonly (readonly [SuggestionKind, number])[] = [
  ['search', 2],
  ['category', 1],
  ['tag', 2],
  ['keyword', 1],
  ['video', 2],
];
const ENGLISH = 'en';
const DAYS = 30;
const MS_A_DAY = 86_400_000;
const BATCH = 2000;

/** `language` is the visitor's. */
export async function suggest(
  db: Db,
  { text, language = ENGLISH }: { text: string; language?: string | undefined },
): Promise<Suggestion[]> {
  const own = language.toLowerCase();
  const languages = [...new Set([own, own.split('-')[0] ?? own, ENGLISH])];
  const asked = beginningsOf(text, languages);
  if (!asked) return [];
  const rows = await selectSuggestions(db, asked, MOST_SUGGESTIONS);
  return chosenOf(rows).map(({ kind, shown, address }) => ({ kind, text: shown, path: address }));
}

/** Without repeated words. */
function chosenOf(rows: readonly SuggestionRow[]): SuggestionRow[] {
  const seen = new Set<string>();
  const inOrder = SHARES.flatMap(([kind]) => rows.filter((row) => row.kind === kind)).filter(({ shown }) => {
    const name = shown.toLowerCase();
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
  const first = new Set(
    SHARES.flatMap(([kind, share]) => inOrder.filter((row) => row.kind === kind).slice(0, share)),
  );
  const others = inOrder
    .filter((row) => !first.has(row))
    .slice(0, Math.max(0, MOST_SUGGESTIONS - first.size));
  return inOrder.filter((row) => first.has(row) || others.includes(row));
}

/** Writes the differences in one transaction. Returns the number of rows. */
export async function renewSuggestions(db: Db, now: Date): Promise<number> {
  const wanted = placeBeginnings(await selectSuggestables(db, now));
  const kept = new Map((await selectKept(db)).map((row) => [keyOf(row), row]));
  const changed = wanted.filter((row) => kept.get(keyOf(row))?.digest !== digestOf(row));
  for (const row of wanted) kept.delete(keyOf(row));
  const gone = [...kept.values()];
  // Stores rows that are read together next to each other.
  changed.sort((a, b) => (a.beginning === b.beginning ? 0 : a.beginning < b.beginning ? -1 : 1));
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < gone.length; at += BATCH) await deleteSuggestions(tx, gone.slice(at, at + BATCH));
    for (let at = 0; at < changed.length; at += BATCH)
      await upsertSuggestions(tx, changed.slice(at, at + BATCH));
  });
  return wanted.length;
}

async function selectSuggestables(db: Db, now: Date): Promise<Suggestable[]> {
  const since = new Date(now.getTime() - DAYS * MS_A_DAY);
  const categories = await selectCategoryNames(db, MOST.category);
  const tags = await selectTagNames(db, MOST.tag);
  const keywords = await selectKeywordNames(db, MOST.keyword);
  const videos = await selectTitles(db, MOST.video);
  const asked = await selectAskedByMany(db, since, MOST.search);
  const searches = await withKnownWords(db, asked, [...categories, ...tags, ...keywords, ...videos]);
  return [
    ...searches.map((one) => suggestable('search', one, pageHref.home({ search: one.shown }))),
    ...categories.map((one) => suggestable('category', one, pageHref.category(one.slug))),
    ...tags.map((one) => suggestable('tag', one, pageHref.home({ tag: one.shown }))),
    ...keywords.map((one) => ({
      ...suggestable('keyword', one, pageHref.keyword(one.language_code, one.slug)),
      language: one.language_code.toLowerCase(),
    })),
    ...videos.map((one) => suggestable('video', one, pageHref.video(one.target))),
  ];
}

/** Only known words; otherwise ten networks could place an advertisement. `named` saves most lookups. */
async function withKnownWords(
  db: Db,
  asked: readonly Suggested[],
  named: readonly Suggested[],
): Promise<Suggested[]> {
  const known = new Set(named.flatMap(({ shown }) => foldedWords(shown)));
  const searches = asked
    .filter(({ shown }) => acceptedText(shown) === shown)
    .map((one) => ({ one, words: foldedWords(one.shown) }));
  const others = new Set(searches.flatMap(({ words }) => words.filter((word) => !known.has(word))));
  for (const word of await selectNamedWords(db, [...others])) known.add(word);
  return searches.filter(({ words }) => words.every((word) => known.has(word))).map(({ one }) => one);
}

/** Coarse, so that not every view changes a row. */
function suggestable(kind: SuggestionKind, { target, shown, n }: Suggested, address: string): Suggestable {
  return { kind, target, shown, address, weight: Math.round(8 * Math.log2(1 + Math.max(0, n))) };
}

function keyOf({ kind, target, word }: Key): string {
  return `${kind} ${word} ${target}`;
}

function digestOf({ beginning, letters, shown, address, weight }: Placed): string {
  return hash('md5', [beginning, letters, shown, address, weight].join('\n'), 'hex');
}

const MINUTE_MS = 60_000;
/** Counting results is expensive. */
const ALL_EVERY_MS = 30 * MINUTE_MS;
/** Slow: takes seconds in a large library. */
const LARGE = 10_000;
const LARGE_EVERY_MS = 5 * MINUTE_MS;

interface Renewed extends Library {
  at: number;
  allAt: number;
}

export function dueRenewal(
  last: Renewed | undefined,
  now: number,
  { videos, newest }: Library,
): 'all' | 'suggestions' | undefined {
  if (!last || now - last.allAt >= ALL_EVERY_MS) return 'all';
  if (videos === last.videos && newest === last.newest) return undefined;
  return videos > LARGE && now - last.at < LARGE_EVERY_MS ? undefined : 'suggestions';
}

export interface RenewalDeps {
  db: Db;
  clock: Clock;
  refusals: Refusals;
}

export function createRenewal({ db, clock, refusals }: RenewalDeps): (signal: AbortSignal) => Promise<void> {
  let last: Renewed | undefined;
  return async (signal) => {
    const now = clock.now();
    const at = now.getTime();
    const library = await selectLibrary(db);
    const due = dueRenewal(last, at, library);
    if (!due) return;
    if (due === 'all')
      await countResults({ db, synonyms: createSynonymDirectory(db, refusals) }, now, signal);
    await renewSuggestions(db, now);
    last = { at, allAt: due === 'all' ? at : (last?.allAt ?? at), ...library };
  };
}
