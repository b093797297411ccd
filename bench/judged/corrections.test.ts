import { describe, expect, test } from 'vitest';
import { fold, phrasesOf } from '../../packages/library/server/search/tokens.ts';
import { correctionOf, errorsIn } from '../../packages/library/server/search/words/correct.ts';
import {
  isInVocabulary,
  keysOf,
  keysOfWord,
  lettersOf,
} from '../../packages/library/server/search/words/letters.ts';
import { runsOf } from '../../packages/library/server/search/words/runs.ts';
import { CLASSES, type JudgedQuery, type QueryClass, readQueries, readVideos } from './read-judged.ts';
import { readMeans, wordsOf } from './relevance.ts';

/** As the database has it. */
const vocabulary = new Map<string, number>();
for (const { title, tags, description } of readVideos()) {
  const words = [title, ...tags, description].flatMap((text) => phrasesOf(text).flat());
  const runs = [title, ...tags].flatMap(runsOf);
  for (const word of new Set([...words, ...runs]))
    if (isInVocabulary(word)) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
}
const byKey = Map.groupBy(
  [...vocabulary.keys()].flatMap((word) => keysOfWord(word).map((key) => ({ key, word }))),
  ({ key }) => key,
);

function corrected(word: string): string {
  const errors = errorsIn(word);
  if (errors === 0) return word;
  const alike = keysOf(lettersOf(word), errors).flatMap((key) => byKey.get(key) ?? []);
  const begun = [...vocabulary.keys()].filter((one) => one.startsWith(word));
  const near = [...new Set([...alike.map((one) => one.word), ...begun])];
  const candidates = near.map((one) => ({ word: one, videos: vocabulary.get(one) ?? 0 }));
  return correctionOf(word, candidates)?.to ?? word;
}

function typedWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => (runsOf(word).length > 0 ? runsOf(word) : [fold(word)]));
}

const ofKind = (kind: QueryClass) => readQueries('queries').filter((query) => query.kind === kind);

/** Whether every correction is intended. */
function isRight({ text, means }: JudgedQuery): boolean {
  const meant = readMeans(means).required.flatMap(({ exactly, nearly }) => [...exactly, ...nearly]);
  const words = new Set(meant.flatMap((one) => typedWords(one.replaceAll('*', ''))));
  return typedWords(text).every((word) => words.has(corrected(word)));
}

describe('corrections of the judged queries', () => {
  test.each(['one-error', 'two-errors'] as const)('are right: %s', (kind) => {
    const right = ofKind(kind).filter(isRight);
    expect(right.length / ofKind(kind).length).toBeGreaterThanOrEqual(CLASSES[kind]);
  });

  test.each(['exact', 'beginning', 'phrase', 'full-page'] as const)(
    'do not change correct words: %s',
    (kind) => {
      const changed = ofKind(kind).flatMap(({ text }) =>
        typedWords(text).filter((word) => corrected(word) !== word),
      );
      expect(changed).toEqual([]);
    },
  );

  test('do not change words unlike any other, short words and numbers', () => {
    // Quoted and excluded words are never corrected.
    const plain = ofKind('trap').filter(({ text }) => !/["-]/.test(text));
    expect(plain.length).toBeGreaterThan(10);
    const changed = plain.flatMap(({ text }) => typedWords(text).filter((word) => corrected(word) !== word));
    expect(changed).toEqual([]);
  });
});
