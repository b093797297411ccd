import { expect, test } from 'vitest';
import { relatedSample } from './related.ts';
import { judge } from './relevance.ts';
import { ndcg } from './scores.ts';

test('nDCG is as computed by hand', () => {
  // Found: grades 1, none, 3. 1 / log2(2) + 7 / log2(4) = 1 + 3.5 = 4.5.
  // Best: grades 3, 2, 1. 7 / log2(2) + 3 / log2(3) + 1 / log2(4) = 7 + 1.892789 + 0.5 = 9.392789.
  const grades = new Map(Object.entries({ a: 3, b: 2, c: 1 } as const));
  expect(ndcg(['c', 'x', 'a'], { grades, needed: new Set() })).toBeCloseTo(4.5 / 9.392789, 6);
});

test.each([
  ['blue wave', { title: 3, tags: 2, text: 1 }],
  ['blue_wave', { title: 3, text: 1 }],
  ['time_lapse', { tags: 2 }],
  ['mach*', { title: 3 }],
  ['achine', {}],
  ['*海*', { other: 3 }],
  ['blue -machine', { tags: 3, text: 1 }],
  ['machine~wave', { title: 3, tags: 1, text: 1 }],
])('judging %s', (means, grades) => {
  const base = { language: 'en', subject: 'waves' };
  const videos = [
    { ...base, id: 'title', title: 'Blue wave machine', tags: ['wood'], description: 'Slow.' },
    { ...base, id: 'tags', title: 'Blue sticks', tags: ['wave', 'time-lapse'], description: 'Slow.' },
    { ...base, id: 'text', title: 'Sticks', tags: ['wood'], description: 'A blue wave, and waves of dust.' },
    { ...base, id: 'other', title: '冬天的海浪', tags: ['海浪'], description: '泡沫' },
  ];
  expect(Object.fromEntries(judge(means, videos).grades)).toEqual(grades);
});

test('related videos are sampled in disjoint halves', () => {
  const many = Array.from({ length: 400 }, (_, n) => ({
    ...{ id: `v${n}`, subject: 'waves', language: 'en', title: '', tags: [], description: '' },
  }));
  const [worked, heldOut] = [relatedSample(many, false), relatedSample(many, true)];
  expect(Math.min(worked.length, heldOut.length)).toBeGreaterThan(10);
  expect(worked.filter((one) => heldOut.includes(one))).toEqual([]);
});
