import type { Charts } from '@vesper/contract';
import { expect, test } from 'vitest';
import { figuresOf, isEmpty, stacked } from './chart-figures.ts';

const charts = (series: Charts['series']): Charts => ({
  span: '24h',
  step: 'hour',
  times: ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'],
  series,
});
const figure = (title: string, series: Charts['series']) =>
  figuresOf(charts(series)).find((one) => one.title === title)!;

test('folds the rarest failure classes into one without losing a failure', () => {
  const labels = ['network', 'http_404', 'timeout', 'robots', 'not_video', 'too_large', 'of_tomorrow'];
  const { series } = figure(
    'Failures by class',
    labels.map((label, n) => ({ metric: 'downloads_failed', label, values: [n, 1] })),
  );
  expect(series.map(({ label }) => label)).toEqual([
    ...['of_tomorrow', 'Too large', 'Not a video', 'Not allowed by robots.txt', 'Too slow'],
    '2 other classes',
  ]);
  expect(series.at(-1)?.values).toEqual([1, 2]);
});

test('splits completed downloads by who found them', () => {
  const { series } = figure('Downloads completed', [
    { metric: 'downloads_completed', label: '', values: [5, 2] },
    { metric: 'crawler_added', label: '', values: [4, 0] },
  ]);
  expect(series.map(({ values }) => values)).toEqual([
    [4, 0],
    [1, 2],
  ]);
});

test('stacks layers, and keeps a value unknown if no layer knows it', () => {
  const values = [
    [1, null, null],
    [2, 3, null],
  ];
  const [, above] = stacked(values.map((one) => ({ label: '', values: one })));
  expect(above).toEqual([3, 3, null]);
});

test('unknown values and zero counts are empty, zero samples are not', () => {
  const isEmptyWith = (
    title: string,
    metric: Charts['series'][number]['metric'],
    values: (number | null)[],
  ) => isEmpty(figure(title, [{ metric, label: title === 'Views' ? '' : 'pending', values }]));
  expect(isEmptyWith('Views', 'views', [0, 0])).toBe(true);
  expect(isEmptyWith('Views', 'views', [0, 1])).toBe(false);
  expect(isEmptyWith('Queue length', 'queue_length', [null, null])).toBe(true);
  expect(isEmptyWith('Queue length', 'queue_length', [null, 0])).toBe(false);
});
