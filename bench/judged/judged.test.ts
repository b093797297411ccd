import { describe, expect, test } from 'vitest';
import {
  CLASSES,
  isHeldOut,
  readAttempts,
  readLines,
  readQueries,
  readSubjects,
  readVideos,
  SCRIPTS,
} from './read-judged.ts';
import { judge, NOTHING, readMeans } from './relevance.ts';
import { scoreClasses, scoreScripts } from './report.ts';

const videos = readVideos();
const halves = { queries: readQueries('queries'), 'held-out': readQueries('held-out') };
const queries = [...halves.queries, ...halves['held-out']];

test('every video has its own title and a known subject', () => {
  expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
  const subjects = readSubjects();
  expect(videos.filter(({ subject }) => !subjects.has(subject))).toEqual([]);
});

describe('the queries', () => {
  test('are unique, and split by their hash', () => {
    expect(halves.queries.filter(({ text }) => isHeldOut(text))).toEqual([]);
    expect(halves['held-out'].filter(({ text }) => !isHeldOut(text))).toEqual([]);
    expect(new Set(queries.map(({ language, text }) => `${language} ${text}`)).size).toBe(queries.length);
  });

  test('cover all classes and scripts in both halves', () => {
    for (const half of Object.values(halves)) {
      expect([...new Set(half.map(({ kind }) => kind))].sort()).toEqual(Object.keys(CLASSES).sort());
      expect(new Set(half.map(({ language }) => SCRIPTS[language]))).toEqual(new Set(Object.values(SCRIPTS)));
    }
  });

  test('have something to find, unless they are traps; full pages have twenty exact matches', () => {
    const least = { trap: 0, 'full-page': 20 } as Record<string, number>;
    const scarce = queries.filter(({ kind, means }) => judge(means, videos).needed.size < (least[kind] ?? 1));
    expect(scarce).toEqual([]);
  });

  test('use words of the catalogue', () => {
    const unknown = queries.flatMap(({ text, means }) => {
      const { required, excluded } = readMeans(means === NOTHING ? '' : means);
      const terms = [...excluded, ...required.flatMap(({ exactly, nearly }) => [...exactly, ...nearly])];
      return terms
        .filter((term) => term !== '' && judge(term, videos).grades.size === 0)
        .map((term) => `${text}: ${term}`);
    });
    expect(unknown).toEqual([]);
  });
});

test('a perfect search meets every goal', () => {
  for (const half of Object.values(halves)) {
    const answers = half.map((query) => {
      const relevance = judge(query.means, videos);
      const { grades, needed: all } = relevance;
      const found = [...grades.keys()].sort(
        (a, b) => Number(all.has(b)) - Number(all.has(a)) || (grades.get(b) ?? 0) - (grades.get(a) ?? 0),
      );
      return { query, relevance, found };
    });
    for (const { kind, recall, wrong } of scoreClasses(answers))
      expect({ kind, recall: recall ?? 1, wrong }).toEqual({ kind, recall: 1, wrong: 0 });
    expect(scoreScripts(answers).map(({ ofLatin }) => ofLatin)).toEqual(Array(12).fill(1));
  }
});

test('every blocked term has attempts, and is in the bait but not in the catalogue', () => {
  const terms = readLines('refused-terms.txt', 2).map(([, term = '']) => term);
  expect(new Set(readAttempts().map(({ term }) => term))).toEqual(new Set(terms));
  const textOf = (list: typeof videos) =>
    list
      .map(({ title, tags, description }) => [title, ...tags, description].join(' ').toLowerCase())
      .join('\n');
  const [bait, catalogue] = [textOf(readVideos('bait')), textOf(videos)];
  expect(terms.filter((term) => !bait.includes(term) || catalogue.includes(term))).toEqual([]);
});
