import { describe, expect, test } from 'vitest';
import { searchDocument } from './document.ts';
import { phrasesOf } from './tokens.ts';

describe('phrasesOf', () => {
  test.each([
    ['Slow Violet-Gradient 2', [['slow'], ['violet'], ['gradient'], ['2']]],
    ['CRÈME Brûlée', [['creme'], ['brulee']]],
    ['Straße STRASSE', [['strasse'], ['strasse']]],
    ['IŞIK ışık İz', [['isik'], ['isik'], ['iz']]],
    ['أَمْوَاج إلى حديقة آخر ـــباب', [['امواج'], ['الي'], ['حديقه'], ['اخر'], ['باب']]],
    ['गाड़ी गाडी चाँद चांद', [['गाडी'], ['गाडी'], ['चांद'], ['चांद']]],
    ['٤٢ ४२ ๔๒ ４２', [['42'], ['42'], ['42'], ['42']]],
    ['オートマトン', [['おー', 'ーと', 'とま', 'まと', 'とん']]],
    ['火車麵包', [['火车', '车面', '面包']]],
    ['so\u00adft co\u200dde', [['soft'], ['code']]],
    ['分形缩放', [['分形', '形缩', '缩放']]],
    ['分形abc', [['分形'], ['abc']]],
    ['ภาพ', [['ภา', 'าพ']]],
    ['', []],
    ['!?*', []],
  ])('%j is %j', (text, expected) => {
    expect(phrasesOf(text)).toEqual(expected);
  });

  test('ends somewhere, however long the text and its words are', () => {
    expect(phrasesOf('word '.repeat(100_000)).length).toBeLessThanOrEqual(4000);
    expect(phrasesOf('x'.repeat(100_000))[0]?.[0]?.length).toBe(64);
  });
});

describe('searchDocument', () => {
  const video = {
    title: 'A red red circle',
    description: 'Slow.',
    tags: ['Big Circle'],
    category: 'Test charts',
  };

  test('weighs title, tags and category, description', () => {
    expect(searchDocument(video).split(' ')).toEqual(
      expect.arrayContaining(["'red':2A,3A", "'circle':4A,8B", "'charts':12B", "'slow':15C"]),
    );
  });

  test('has words that others write together or apart', () => {
    const words = (title: string, description = '') =>
      searchDocument({ title, description, tags: [], category: '!' }).replace(/ '=!'$/, '');
    expect(words('Rule 110 now')).toBe("'rule':1A '110':2A 'now':3A 'rule110':1A,2A");
    expect(words('a rule110 film')).toBe("'a':1A 'rule':2A '110':3A 'rule110':2A,3A 'film':4A");
    expect(words('A time-lapse film')).toBe("'a':1A 'time':2A 'lapse':3A 'film':4A 'timelapse':2A,3A");
    expect(words('close‑up 60 fps')).toContain("'closeup':1A,2A 'up60':2A,3A '60fps':3A,4A");
    expect(words('state-of-the-art')).not.toContain('stateof');
    expect(words('冬の海 雪')).toBe("'冬の':1A 'の海':2A '海':2A '雪':3A");
    expect(words('波-1 4k x2')).toBe("'波':1A '1':2A '4k':3A 'x2':4A");
    expect(words('', 'in 1974 the time-lapse')).not.toContain('1974the');
    expect(words('', 'time-lapse')).toContain("'timelapse':5C,6C");
  });

  test('holds the category as a word that no text contains', () => {
    expect(searchDocument(video)).toContain("'=test charts'");
    expect(searchDocument({ ...video, category: "O'Neil\\x" })).toContain("'=o''neil\\\\x'");
  });
});
