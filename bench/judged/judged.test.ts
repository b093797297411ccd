import { describe, expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';
import {
  CLASSES,
  isHeldOut,
  type JudgedQuery,
  readAttempts,
  readLines,
  readQueries,
  readSubjects,
  readVideos,
  SCRIPTS,
} from './read-judged.ts';
import { judge, NOTHING, readMeans, wordsOf } from './relevance.ts';
import { scoreClasses, scoreScripts } from './report.ts';

const videos = readVideos();
const halves = { queries: readQueries('queries'), 'held-out': readQueries('held-out') };
const queries = [...halves.queries, ...halves['held-out']];

function ofKind(...kinds: JudgedQuery['kind'][]): JudgedQuery[] {
  return queries.filter(({ kind }) => kinds.includes(kind));
}

function needed({ means }: JudgedQuery): number {
  return judge(means, videos).needed.size;
}

/** The words that are meant, without what marks beginnings and pieces. */
function meantWords({ means }: JudgedQuery): string[] {
  const terms = readMeans(means).required.flatMap(({ exactly, nearly }) => [...exactly, ...nearly]);
  return terms.flatMap((term) => term.replaceAll('*', '').split('_')).map((term) => term.normalize('NFC'));
}

/** Accents are left out by the search, so to leave them out is no error. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
    .normalize('NFC');
}

/** Of a query's words the smallest distance from any that is meant, the largest of these. */
function errorsOf(query: JudgedQuery): number {
  const meant = meantWords(query);
  const distances = wordsOf(query.text).map((word) =>
    Math.min(...meant.map((one) => editDistance(plain(word), plain(one)))),
  );
  return Math.max(...distances);
}

describe('the catalogue', () => {
  test('has several hundred videos in more than ten scripts, each about a known subject', () => {
    expect(videos.length).toBeGreaterThan(450);
    expect(new Set(videos.map(({ language }) => SCRIPTS[language])).size).toBeGreaterThan(10);
    const subjects = readSubjects();
    expect(videos.filter(({ subject }) => !subjects.has(subject))).toEqual([]);
  });

  test('names no title twice', () => {
    expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
  });
});

describe('the queries', () => {
  test('are at least 360, in two halves by their hash, each once', () => {
    expect(queries.length).toBeGreaterThanOrEqual(360);
    expect(halves.queries.filter(({ text }) => isHeldOut(text))).toEqual([]);
    expect(halves['held-out'].filter(({ text }) => !isHeldOut(text))).toEqual([]);
    expect(new Set(queries.map(({ language, text }) => `${language} ${text}`)).size).toBe(queries.length);
  });

  test('are of known classes and languages, and both halves have some of each', () => {
    for (const half of Object.values(halves)) {
      expect([...new Set(half.map(({ kind }) => kind))].sort()).toEqual(Object.keys(CLASSES).sort());
      expect(new Set(half.map(({ language }) => SCRIPTS[language]))).toEqual(new Set(Object.values(SCRIPTS)));
    }
  });

  test('have something to find, unless they are traps', () => {
    const empty = queries.filter((query) => needed(query) === 0 && query.kind !== 'trap');
    expect(empty).toEqual([]);
  });

  test('say what was meant in words that the catalogue has', () => {
    const unknown = queries.flatMap(({ text, means }) => {
      const { required, excluded } = readMeans(means === NOTHING ? '' : means);
      const terms = [...excluded, ...required.flatMap(({ exactly, nearly }) => [...exactly, ...nearly])];
      return terms
        .filter((term) => term !== '' && judge(term, videos).grades.size === 0)
        .map((term) => `${text}: ${term}`);
    });
    expect(unknown).toEqual([]);
  });

  test('of exact words and beginnings are typed as they are meant', () => {
    expect(ofKind('exact').filter((query) => !query.means.includes('*') && errorsOf(query) > 0)).toEqual([]);
    const beginnings = ofKind('beginning').filter((query) => {
      const last = wordsOf(query.text).at(-1) ?? '';
      return !meantWords(query).some((word) => word.startsWith(last));
    });
    expect(beginnings).toEqual([]);
  });

  test('with one error have one in a word of at least five letters', () => {
    const others = ofKind('one-error').filter(
      (query) =>
        errorsOf(query) !== 1 || Math.max(...wordsOf(query.text).map((word) => [...word].length)) < 5,
    );
    expect(others.map(({ text, means }) => `${text}: ${means}`)).toEqual([]);
  });

  test('with two errors have two in a word of at least nine letters', () => {
    const others = ofKind('two-errors').filter(
      (query) => errorsOf(query) !== 2 || Math.max(...meantWords(query).map((word) => [...word].length)) < 9,
    );
    expect(others.map(({ text, means }) => `${text}: ${means}`)).toEqual([]);
  });

  test('of full pages have twenty exact matches', () => {
    expect(ofKind('full-page').filter((query) => needed(query) < 20)).toEqual([]);
  });

  test('that ask for nothing are in no text, not even as beginnings', () => {
    const words = new Set(
      videos.flatMap(({ title, tags, description }) => wordsOf([title, ...tags, description].join(' '))),
    );
    const begun = ofKind('trap').filter(({ text, means }) => {
      const last = wordsOf(text).at(-1) ?? '';
      return means === NOTHING && !text.includes('"') && [...words].some((word) => word.startsWith(last));
    });
    expect(begun).toEqual([]);
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

describe('the refused terms', () => {
  const terms = readLines('refused-terms.txt', 2).map(([, term = '']) => term);

  test('have at least 200 attempts around them, each once and in several ways', () => {
    const attempts = readAttempts();
    expect(new Set(attempts.map(({ text }) => text)).size).toBe(attempts.length);
    expect(attempts.length).toBeGreaterThanOrEqual(200);
    expect(new Set(attempts.map(({ way }) => way)).size).toBeGreaterThan(40);
    expect(new Set(attempts.map(({ term }) => term))).toEqual(new Set(terms));
  });

  test('are each in a text of the bait, and in none of the catalogue', () => {
    const textOf = (list: typeof videos) =>
      list
        .map(({ title, tags, description }) => [title, ...tags, description].join(' ').toLowerCase())
        .join('\n');
    const [bait, catalogue] = [textOf(readVideos('bait')), textOf(videos)];
    expect(terms.filter((term) => !bait.includes(term) || catalogue.includes(term))).toEqual([]);
  });

  test('are none of the harmless searches, and synonyms have at least two words', () => {
    const controls = readLines('refused-controls.txt', 2).map(([, text = '']) => text);
    expect(controls.filter((text) => terms.includes(text))).toEqual([]);
    expect(readLines('synonyms.txt', 2).filter(([, words = '']) => words.split(', ').length < 2)).toEqual([]);
  });
});

test('editDistance counts a swap as one', () => {
  expect(editDistance('mandelbrto', 'mandelbrot')).toBe(1);
  expect(editDistance('clkoc', 'clock')).toBe(2);
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('wave', 'waves')).toBe(1);
});
