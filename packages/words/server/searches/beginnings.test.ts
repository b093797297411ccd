import { describe, expect, test } from 'vitest';
import { beginningsOf, placeBeginnings, type Suggestable } from './beginnings.ts';

const MOST = 10;

function tag(shown: string, weight: number): Suggestable {
  return { kind: 'tag', target: shown, shown, address: `/?tag=${shown}`, weight };
}

/** As the query does. */
function foundFor(typed: string, suggestables: readonly Suggestable[], languages: string[] = []): string[] {
  const asked = beginningsOf(typed, languages);
  if (!asked) return [];
  const rows = placeBeginnings(suggestables).filter(
    ({ beginning, letters }) => asked.beginnings.includes(beginning) && letters.startsWith(asked.letters),
  );
  return [...new Set(rows.map(({ target }) => target))].toSorted();
}

test('of many with a common prefix, the best are found for every prefix, and the others for longer ones', () => {
  const words = ['wave', 'wand', 'wool', 'wind', 'wing'];
  const tags = Array.from({ length: 200 }, (_, n) => tag(`${words[n % 5]}${n}`, (n * 37) % 199));
  for (const typed of ['w', 'wa', 'wav', 'wave', 'wave1', 'wave10', 'win']) {
    const best = tags
      .filter(({ shown }) => shown.startsWith(typed))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, MOST)
      .map(({ target }) => target);
    const found = foundFor(typed, tags);
    expect(found, typed).toEqual(expect.arrayContaining(best));
    expect(found.length, typed).toBeLessThanOrEqual(MOST);
  }
});

test('no prefix has more rows than the best of a kind, however many texts begin with it', () => {
  const tags = Array.from({ length: 3000 }, (_, n) => tag(`fractal zoom ${n} fractal`, n % 7));
  const perBeginning = Map.groupBy(placeBeginnings(tags), ({ beginning }) => beginning);
  expect(perBeginning.size).toBeGreaterThan(10);
  for (const [beginning, rows] of perBeginning) expect(rows.length, beginning).toBeLessThanOrEqual(MOST);
});

test('a complete text is found, however low its weight', () => {
  const tags = [tag('wave', 0), ...Array.from({ length: 50 }, (_, n) => tag(`wave${n + 10}`, 100))];
  expect(foundFor('wave', tags)).toContain('wave');
  expect(foundFor('wav', tags)).not.toContain('wave');
});

describe('a text is found', () => {
  test.each([
    ['from any of its words on', 'zoom de', 'Fractal Zoom Deep'],
    ['over two words', 'fractal zo', 'Fractal Zoom Deep'],
    ['without accents and capitals', 'ÉTUDE', 'Etude in waves'],
    ['inside a run of Japanese', '干渉', '光の干渉縞'],
    ['in Korean', '파도', '작은 파도'],
    ['in characters of two units', '𠮷野', '𠮷野'],
  ])('%s', (_, typed, shown) => {
    expect(foundFor(typed, [tag(shown, 1), tag('something else', 2)])).toEqual([shown]);
  });
});

test('nothing is found for punctuation alone, and a prefix never cuts a character in two', () => {
  expect(beginningsOf(' !? ', [])).toBeUndefined();
  expect(beginningsOf('𠮷野家', [])?.beginnings).toEqual(['𠮷', '𠮷野', '𠮷野家']);
});

test('a keyword is found in its language only', () => {
  const keyword = { ...tag('Wellen', 1), kind: 'keyword', language: 'de' };
  expect(foundFor('wel', [keyword], ['de', 'en'])).toEqual(['Wellen']);
  expect(foundFor('wel', [keyword], ['en'])).toEqual([]);
});
