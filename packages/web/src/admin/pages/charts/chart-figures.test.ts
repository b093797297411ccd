import type { Charts } from '@vesper/contract';
import { expect, test } from 'vitest';
import { figuresOf, isEmpty, stacked } from './chart-figures.ts';

const charts = (series: Charts['series']): Charts => ({
  span: '24h',
  step: 'hour',
  times: ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'],
  series,
});
const figure = (title: string, series: Charts['series']) => {
  const found = figuresOf(charts(series)).find((one) => one.title === title);
  if (!found) throw new Error(`There is no figure ${title}.`);
  return found;
};

test('the rarest classes of failures become one, and no failure is lost', () => {
  const labels = [
    'network',
    'http_404',
    'timeout',
    'robots',
    'not_video',
    'too_large',
    'duplicate',
    'of_tomorrow',
  ];
  const { series } = figure(
    'Failures by class',
    labels.map((label, n) => ({ metric: 'downloads_failed', label, values: [n, 1] })),
  );
  expect(series.map(({ label }) => label)).toEqual([
    'of_tomorrow',
    'Duplicate',
    'Too large',
    'Not a video',
    'Not allowed by robots.txt',
    '3 other classes',
  ]);
  expect(series.at(-1)?.values).toEqual([3, 3]);
});

test('what the crawler found is a part of what was completed', () => {
  const { series } = figure('Downloads completed', [
    { metric: 'downloads_completed', label: '', values: [5, 2] },
    { metric: 'crawler_added', label: '', values: [4, 0] },
  ]);
  expect(series.map(({ values }) => values)).toEqual([
    [4, 0],
    [1, 2],
  ]);
});

test('layers lie on each other, and what is not known anywhere stays unknown', () => {
  const layers = stacked([
    { label: 'a', values: [1, null, null] },
    { label: 'b', values: [2, 3, null] },
  ]);
  expect(layers).toEqual([
    [1, null, null],
    [3, 3, null],
  ]);
});

test('nothing, unknowns, and zeros of what is counted are empty', () => {
  expect(figuresOf(charts([])).every(isEmpty)).toBe(true);
  expect(isEmpty(figure('Views', [{ metric: 'views', label: '', values: [0, 0] }]))).toBe(true);
  expect(isEmpty(figure('Views', [{ metric: 'views', label: '', values: [0, 1] }]))).toBe(false);
  const queue = (values: (number | null)[]) =>
    isEmpty(figure('Queue length', [{ metric: 'queue_length', label: 'pending', values }]));
  expect([queue([null, null]), queue([null, 0])]).toEqual([true, false]);
});
