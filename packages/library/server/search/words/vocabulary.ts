import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { isInVocabulary, keysOfWord } from './letters.ts';
import { STEM_RULES, stemLanguageOf, stemsOf } from './stems.ts';
import {
  addToWordTotals,
  type CountedWord,
  deleteWords,
  FREE_SINGLE,
  insertWords,
  lockVocabulary,
  type StemmedWord,
  selectCounted,
  selectWordsAfter,
  serverVersion,
  takeChanges,
  takeDocuments,
  updateStems,
  updateVocabulary,
  updateWords,
  type Vocabulary,
  type WordCount,
} from './vocabulary-queries.ts';

/**
 * Batch sizes per transaction. Random words would fill the vocabulary: it takes `freeSingle` words of a single video,
 * and more only in proportion to words of several. Others are added with another video, once there is room.
 */
const LIMITS = {
  changes: 1000,
  documents: 5000,
  stems: 5000,
  freeSingle: FREE_SINGLE,
  words: 2_000_000,
};
const SINGLE_TO_SEVERAL = 3;
const LONGEST_LEAD = 1000;

/** Updates the vocabulary, one transaction per step. Safe to interrupt. */
export async function foldSearchWords(
  db: Db,
  signal: AbortSignal,
  limits: typeof LIMITS = LIMITS,
): Promise<void> {
  const rules = `${STEM_RULES}.${await serverVersion(db)}`;
  let hasMore = true;
  while (hasMore) {
    signal.throwIfAborted();
    const began = performance.now();
    // Clearing empties the same tables.
    const step = await transaction(db, (tx) => foldStep(tx, rules, limits), { retry: ['deadlock'] });
    hasMore = step !== 'done';
    // Filling from a million documents takes minutes: leaves half of the time to visitors.
    if (step === 'filled') await pause(performance.now() - began, undefined, { signal });
  }
}

/** `folded` and `filled` may have more to do. */
async function foldStep(tx: Db, rules: string, limits: typeof LIMITS): Promise<'folded' | 'filled' | 'done'> {
  const vocabulary = await lockVocabulary(tx);
  if (!vocabulary) return 'done';
  const changes = await takeChanges(tx, vocabulary, limits.changes);
  await addCounts(tx, vocabulary, { counts: changes.counts, limits });
  if (changes.read === limits.changes) return 'folded';
  if (vocabulary.filledTo !== null) {
    const { read, last, counts } = await takeDocuments(tx, vocabulary.filledTo, limits.documents);
    await addCounts(tx, vocabulary, { counts, limits });
    await updateVocabulary(tx, { ...vocabulary, filledTo: read < limits.documents ? null : last });
    return 'filled';
  }
  return (await stemByRules(tx, vocabulary, { rules, limits })) ? 'folded' : 'done';
}

/** Stems the next words by changed rules; whether there may be more. */
async function stemByRules(
  tx: Db,
  vocabulary: Vocabulary,
  { rules, limits }: { rules: string; limits: typeof LIMITS },
): Promise<boolean> {
  const isNew = vocabulary.stemRules !== rules;
  const from = isNew ? '' : vocabulary.stemmedTo;
  if (from === null) return false;
  const words = await selectWordsAfter(tx, from, limits.stems);
  await updateStems(tx, await stemmed(tx, words));
  const stemmedTo = words.length < limits.stems ? null : (words.at(-1)?.word ?? null);
  await updateVocabulary(tx, { ...vocabulary, stemRules: rules, stemmedTo });
  return stemmedTo !== null;
}

async function stemmed<Word extends { word: string; language: string | null }>(
  tx: Db,
  words: readonly Word[],
): Promise<(Word & StemmedWord)[]> {
  const stems = await stemsOf(tx, words);
  return words.map((word, index) => {
    const stem = stems[index] ?? null;
    return { ...word, stem, stemLanguage: stem === null ? null : stemLanguageOf(word) };
  });
}

/** Writes the counts, and updates the totals, also in `totals`. */
async function addCounts(
  tx: Db,
  totals: Totals,
  { counts, limits }: { counts: readonly WordCount[]; limits: typeof LIMITS },
): Promise<void> {
  const added = addedTo(counts);
  if (added.size === 0) return;
  const known = new Map((await selectCounted(tx, [...added.keys()])).map((one) => [one.word, one]));
  const now = [...added].map(([word, change]) => counted(known.get(word) ?? { word, ...UNCOUNTED }, change));
  const before = now.filter(({ word }) => known.has(word));
  const gone = before.filter(({ videos }) => videos <= 0);
  if (gone.length > 0)
    await deleteWords(
      tx,
      gone.map(({ word }) => word),
    );
  const stay = before.filter(({ videos }) => videos > 0);
  if (stay.length > 0) await updateWords(tx, stay);
  const changed = stay.filter(({ word, language }) => known.get(word)?.language !== language);
  if (changed.length > 0) await updateStems(tx, await stemmed(tx, changed));
  const fresh = admitted(
    totals,
    now.filter(({ word, videos }) => !known.has(word) && videos > 0),
    limits,
  );
  if (fresh.length > 0) {
    const words = await stemmed(tx, fresh);
    await insertWords(
      tx,
      words.map((one) => ({ ...one, keys: keysOfWord(one.word) })),
    );
  }
  const [then, after] = [totalsOf([...known.values()]), totalsOf([...stay, ...fresh])];
  const more = { single: after.single - then.single, several: after.several - then.several };
  totals.single += more.single;
  totals.several += more.several;
  if (more.single !== 0 || more.several !== 0) await addToWordTotals(tx, more);
}

type Totals = Pick<Vocabulary, 'single' | 'several'>;

function totalsOf(words: readonly CountedWord[]): Totals {
  const single = words.filter(({ videos }) => videos === 1).length;
  return { single, several: words.length - single };
}

const UNCOUNTED = { videos: 0, language: null, lead: 0 };

interface Change {
  n: number;
  votes: [language: string, n: number][];
}

/** By word, without words outside the vocabulary. */
function addedTo(counts: readonly WordCount[]): Map<string, Change> {
  const added = new Map<string, Change>();
  for (const { word, language, n } of counts) {
    const change = added.get(word);
    if (change === undefined && !isInVocabulary(word)) continue;
    const { n: before, votes } = change ?? { n: 0, votes: [] };
    added.set(word, { n: before + n, votes: language === null ? votes : [...votes, [language, n]] });
  }
  return added;
}

/** The language is the leader of a running vote (Boyer and Moore). */
function counted(word: CountedWord, { n, votes }: Change): CountedWord {
  let { language, lead } = word;
  for (const [voted, weight] of votes.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (voted === language) lead = Math.max(0, lead + weight);
    else if (weight > lead) [language, lead] = [voted, weight - lead];
    else lead -= Math.max(0, weight);
  }
  return { word: word.word, videos: word.videos + n, language, lead: Math.min(lead, LONGEST_LEAD) };
}

/** New words that the vocabulary has room for. */
function admitted(
  { single, several }: Totals,
  words: readonly CountedWord[],
  limits: typeof LIMITS,
): CountedWord[] {
  const free = limits.freeSingle + SINGLE_TO_SEVERAL * several - single;
  const room = Math.max(0, limits.words - single - several);
  const more = words.filter(({ videos }) => videos > 1);
  const once = words.filter(({ videos }) => videos === 1).slice(0, Math.max(0, free));
  return [...more, ...once].slice(0, room);
}
