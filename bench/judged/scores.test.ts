import { describe, expect, test } from 'vitest';
import { relatedSample, sharePrecise } from './related.ts';
import { judge, type Relevance } from './relevance.ts';
import { isWrong, recallOf, scoreClasses, scoreScripts } from './report.ts';
import { isAstray, mean, ndcg, recall, strangers } from './scores.ts';

function relevance(grades: Record<string, 1 | 2 | 3>, needed = Object.keys(grades)): Relevance {
  return { grades: new Map(Object.entries(grades)), needed: new Set(needed) };
}

describe('nDCG', () => {
  test('is as computed by hand', () => {
    // Found: grades 1, none, 3. 1 / log2(2) + 7 / log2(4) = 1 + 3.5 = 4.5.
    // Best: grades 3, 2, 1. 7 / log2(2) + 3 / log2(3) + 1 / log2(4) = 7 + 1.892789 + 0.5 = 9.392789.
    expect(ndcg(['c', 'x', 'a'], relevance({ a: 3, b: 2, c: 1 }))).toBeCloseTo(4.5 / 9.392789, 6);
  });

  test('is 1 in the best order, 0 for nothing, and undefined where nothing is relevant', () => {
    expect(ndcg(['a', 'b', 'x'], relevance({ a: 3, b: 1 }))).toBe(1);
    expect(ndcg([], relevance({ a: 3 }))).toBe(0);
    expect(ndcg(['x'], relevance({}))).toBeUndefined();
  });

  test('counts ten places, and a video once', () => {
    const eleventh = [...'bcdefghijk'].map((letter) => `${letter}-other`).concat('a');
    expect(ndcg(eleventh, relevance({ a: 3 }))).toBe(0);
    expect(ndcg(['a', 'a'], relevance({ a: 1, b: 1 }))).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 9);
  });
});

describe('recall', () => {
  test('is of what is needed, on a first page', () => {
    expect(recall(['a', 'w', 'x'], relevance({ a: 3, b: 2, w: 1 }, ['a', 'b']))).toBe(0.5);
    expect(recall(['a', 'a'], relevance({ a: 3, b: 2 }))).toBe(0.5);
    expect(recall([], relevance({}))).toBeUndefined();
  });

  test('asks for no more than a first page holds', () => {
    const many = Array.from({ length: 30 }, (_, n) => `v${n}`);
    const all = relevance(Object.fromEntries(many.map((id) => [id, 1 as const])));
    expect(recall(many, all)).toBe(1);
    expect(recall(many.slice(0, 12), all)).toBe(0.5);
    expect(recall([...Array.from({ length: 24 }, (_, n) => `x${n}`), ...many], all)).toBe(0);
  });
});

test('strangers are those of the first page without a grade', () => {
  expect(strangers(['a', 'x', 'w'], relevance({ a: 3, w: 1 }, ['a']))).toEqual(['x']);
});

test('a query goes astray where something is shown and nothing meant is among the first ten', () => {
  expect(isAstray([], relevance({ a: 3 }))).toBe(false);
  expect(isAstray(['x', 'a'], relevance({ a: 3 }))).toBe(false);
  expect(isAstray(['x', 'y'], relevance({ a: 3 }))).toBe(true);
  expect(isAstray(['x'], relevance({}))).toBe(true);
});

test('means are of what is known', () => {
  expect(mean([1, undefined, 0])).toBe(0.5);
  expect(mean([undefined])).toBeUndefined();
});

describe('judging', () => {
  const base = { language: 'en', subject: 'waves' };
  const videos = [
    { ...base, id: 'title', title: 'Blue wave machine', tags: ['wood'], description: 'Slow.' },
    { ...base, id: 'tags', title: 'Blue sticks', tags: ['wave', 'time-lapse'], description: 'Slow.' },
    { ...base, id: 'text', title: 'Sticks', tags: ['wood'], description: 'A blue wave, and waves of dust.' },
    { ...base, id: 'other', title: '冬天的海浪', tags: ['海浪'], description: '泡沫' },
  ];
  const graded = (means: string) => Object.fromEntries(judge(means, videos).grades);

  test('grades by the field that has every word', () => {
    expect(graded('wave')).toEqual({ title: 3, tags: 2, text: 1 });
    expect(graded('blue wave')).toEqual({ title: 3, tags: 2, text: 1 });
    expect(graded('wave|sticks')).toEqual({ title: 3, tags: 3, text: 3 });
  });

  test('knows neighbours, beginnings, pieces and exclusions', () => {
    expect(graded('blue_wave')).toEqual({ title: 3, text: 1 });
    expect(graded('time_lapse')).toEqual({ tags: 2 });
    expect(graded('mach*')).toEqual({ title: 3 });
    expect(graded('achine')).toEqual({});
    expect(graded('*海*')).toEqual({ other: 3 });
    expect(graded('blue -machine')).toEqual({ tags: 3, text: 1 });
    expect(graded('-')).toEqual({});
  });

  test('needs what was meant exactly, and welcomes what is near', () => {
    const { grades, needed } = judge('machine~wave', videos);
    expect(Object.fromEntries(grades)).toEqual({ title: 3, tags: 1, text: 1 });
    expect([...needed]).toEqual(['title']);
  });
});

describe('the report', () => {
  const ask = (kind: 'exact' | 'minus' | 'trap', language: string, found: string[], needed: string[]) => ({
    query: { kind, language, text: 'as typed', means: '' },
    relevance: relevance(Object.fromEntries(needed.map((id) => [id, 3 as const]))),
    found,
  });

  test('gives nothing for an exclusion that is not kept', () => {
    expect(recallOf(ask('minus', 'en', ['a', 'b'], ['a', 'b']))).toBe(1);
    expect(recallOf(ask('minus', 'en', ['a', 'b', 'x'], ['a', 'b']))).toBe(0);
    expect(recallOf(ask('exact', 'en', ['a', 'x'], ['a']))).toBe(1);
    expect(isWrong(ask('trap', 'en', ['x'], []))).toBe(true);
    expect(isWrong(ask('trap', 'en', [], []))).toBe(false);
  });

  test('has a line for each class, and compares scripts with Latin', () => {
    const all = [
      ask('exact', 'en', ['a'], ['a']),
      ask('exact', 'de', ['a'], ['a', 'b']),
      ask('exact', 'ka', ['a'], ['a', 'b']),
      ask('trap', 'en', ['x'], []),
    ];
    const classes = scoreClasses(all);
    expect(classes.find(({ kind }) => kind === 'exact')).toMatchObject({
      queries: 2 + 1,
      goal: 0.98,
      wrong: 0,
    });
    expect(classes.find(({ kind }) => kind === 'exact')?.recall).toBeCloseTo(2 / 3, 9);
    expect(classes.find(({ kind }) => kind === 'trap')).toMatchObject({
      queries: 1,
      recall: undefined,
      wrong: 1,
    });
    const georgian = scoreScripts(all).find(({ script }) => script === 'Georgian');
    expect(georgian).toMatchObject({ queries: 1, recall: 0.5 });
    expect(georgian?.ofLatin).toBeCloseTo(0.5 / 0.75, 9);
  });
});

describe('related videos', () => {
  const about = (id: string, subject: string) => ({
    id,
    subject,
    language: 'en',
    title: id,
    tags: [],
    description: '',
  });
  const videos = [about('a', 'waves'), about('b', 'waves'), about('c', 'tide'), about('d', 'bread')];

  test('are precise where they are about the same, or what is near it', () => {
    expect(sharePrecise(about('a', 'waves'), ['b', 'c', 'd', 'unknown'], videos)).toBe(0.5);
    expect(sharePrecise(about('d', 'bread'), ['a'], videos)).toBe(0);
    expect(sharePrecise(about('a', 'waves'), [], videos)).toBe(0);
  });

  test('are sampled in halves that have none in common', () => {
    const many = Array.from({ length: 400 }, (_, n) => about(`v${n}`, n % 2 === 0 ? 'waves' : 'trap'));
    const [worked, heldOut] = [relatedSample(many, false), relatedSample(many, true)];
    expect(worked.length).toBeGreaterThan(10);
    expect(heldOut.length).toBeGreaterThan(10);
    expect(worked.filter((one) => heldOut.includes(one) || one.subject === 'trap')).toEqual([]);
  });
});
