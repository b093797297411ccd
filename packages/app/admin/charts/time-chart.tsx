import type { Charts } from '@vesper/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import { alone, axisText, type Figure, stacked, tickText } from './chart-figures.ts';

const HEIGHT = 224;
const BYTES_AXIS = 64;
const NUMBER_AXIS = 44;

/** Defined in admin.css. */
const SERIES_COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'];

interface TimeChartProps {
  figure: Figure;
  charts: Charts;
  description: string;
  onPoint: (at: number | undefined) => void;
}

export function TimeChart({ figure, charts, description, onPoint }: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const size = () => ({ width: Math.max(element.clientWidth, 200), height: HEIGHT });
    const plot = new uPlot(
      { ...optionsOf(figure, charts, onPoint), ...size() },
      dataOf(figure, charts),
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [figure, charts, onPoint, theme]);
  return <div ref={place} role="img" aria-label={description} className="h-56 w-full overflow-hidden" />;
}

/** Draws the tallest layer first; each later one covers the lower part of the one behind it. */
function dataOf(figure: Figure, { times }: Charts): uPlot.AlignedData {
  return [times.map((time) => Date.parse(time) / 1000), ...layersOf(figure)] as uPlot.AlignedData;
}

function layersOf({ form, series }: Figure): (number | null)[][] {
  const layers = form === 'lines' ? series.map(({ values }) => values) : stacked(series);
  return layers.toReversed();
}

function optionsOf(
  figure: Figure,
  { step }: Charts,
  onPoint: TimeChartProps['onPoint'],
): Omit<uPlot.Options, 'width' | 'height'> {
  const { form, unit, series } = figure;
  const layers = layersOf(figure);
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const halfStep = (step === 'hour' ? 3600 : 86_400) / 2;
  const axis: uPlot.Axis = {
    stroke: colour('--muted'),
    font: '12px ui-sans-serif, system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    legend: { show: false },
    padding: [8, 8, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false }, y: false, points: { show: form === 'lines' } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    scales: {
      x: { range: (_plot, min, max) => [min - halfStep, max + halfStep] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.08, unit === 'bytes' ? 1000 : 4)] },
    },
    axes: [
      { ...axis, size: 28, space: 64, values: (_plot, splits) => splits.map((at) => tickText(at, step)) },
      {
        ...axis,
        size: unit === 'bytes' ? BYTES_AXIS : NUMBER_AXIS,
        space: 40,
        incrs: wholeSteps(),
        values: (_plot, splits) => splits.map((value) => axisText(value, unit)),
      },
    ],
    series: [
      {},
      ...series
        .map((_, at) => colour(SERIES_COLOURS[at] ?? ''))
        .toReversed()
        .map((ink, at) => drawn(form, ink, colour('--panel'), layers[at] ?? [])),
    ],
  };
}

function drawn(
  form: Figure['form'],
  colour: string,
  ground: string,
  values: readonly (number | null)[],
): uPlot.Series {
  const lonely = alone(values);
  const points: uPlot.Series.Points =
    form === 'bars' || lonely.length === 0
      ? { show: false }
      : { show: true, filter: () => lonely, size: 8, fill: colour, stroke: colour };
  if (form === 'lines') return { stroke: colour, width: 2, points };
  const bars = form === 'bars' ? uPlot.paths.bars?.({ size: [0.72, 40] }) : undefined;
  // An edge in the panel's colour separates layers of similar colours.
  return {
    fill: colour,
    stroke: ground,
    width: 1,
    points,
    ...(bars ? { paths: bars } : {}),
  };
}

/** Whole numbers only: no value here is fractional. */
function wholeSteps(): number[] {
  return Array.from({ length: 17 }, (_, power) => [1, 2, 5].map((first) => first * 10 ** power)).flat();
}

/** For canvases, which CSS cannot style. */
function useTheme(): string {
  return useSyncExternalStore(watchTheme, () => document.documentElement.dataset.theme ?? 'dark');
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
