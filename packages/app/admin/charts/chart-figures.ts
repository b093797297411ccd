import type { ChartSpan, Charts, StatMetric } from '@vesper/contract';
import { formatErrorClass } from '@vesper/upkeep/admin/jobs/job-words.ts';
import { bytesText } from '@vesper/web/admin/ui/value-text.ts';
import { formatCount } from '@vesper/web/ui/format.ts';

interface FigureSeries {
  label: string;
  values: (number | null)[];
}

export interface Figure {
  title: string;
  about: string;
  /** Bars for what is counted, lines for what is sampled. */
  form: 'bars' | 'lines' | 'areas';
  unit: 'number' | 'bytes';
  series: FigureSeries[];
}

/** More could not be told apart by colour: the rarest are folded into one. */
const MOST_SERIES = 6;

interface FigurePlan extends Pick<Figure, 'title' | 'about' | 'form'> {
  metric: StatMetric;
  unit?: Figure['unit'];
  /** By label, in drawing order; `nameOf` names the others. */
  names?: Readonly<Record<string, string>>;
  nameOf?: (label: string) => string;
}

const PLANS: readonly FigurePlan[] = [
  {
    title: 'Views',
    about: 'Each visitor counts once per hour and video.',
    metric: 'views',
    form: 'bars',
    names: { '': 'Views' },
  },
  {
    title: 'Videos added',
    about: 'Videos that became visible to visitors.',
    metric: 'videos_added',
    form: 'bars',
    names: { new: 'New', again: 'Shown again' },
  },
  {
    title: 'Videos removed or hidden',
    about: 'Videos that visitors can no longer find.',
    metric: 'videos_removed',
    form: 'bars',
    names: {
      hidden: 'Hidden or taken down',
      removed: 'Removed',
      deleted: 'Deleted',
      cleared: 'Cleared',
      processing: 'Downloading again',
    },
  },
  {
    title: 'Queue length',
    about: 'Downloads waiting or running; the latest sample of each step.',
    metric: 'queue_length',
    form: 'lines',
    names: { pending: 'Waiting', processing: 'Running' },
  },
  {
    title: 'Failures by class',
    about: 'Downloads that failed after all attempts.',
    metric: 'downloads_failed',
    form: 'bars',
    nameOf: formatErrorClass,
  },
  {
    title: 'Left out by reason',
    about:
      'Downloads left out although nothing failed: already in the library, removed before, or refused or postponed by their site.',
    metric: 'downloads_left_out',
    form: 'bars',
    nameOf: formatErrorClass,
  },
  {
    title: 'Downloads completed',
    about: 'Downloads that became videos.',
    metric: 'downloads_completed',
    form: 'bars',
    names: { crawler: 'Found by the crawler', other: 'Added by hand' },
  },
  {
    title: 'Storage by kind',
    about: 'What the storage holds; the latest sample of each step.',
    metric: 'storage_bytes',
    form: 'areas',
    unit: 'bytes',
    names: { play: 'Films and streams', thumbnail: 'Pictures', preview: 'Previews' },
  },
];

export function figuresOf(charts: Charts): Figure[] {
  return PLANS.map((plan) => ({
    title: plan.title,
    about: plan.about,
    form: plan.form,
    unit: plan.unit ?? 'number',
    series: foldRare(namedSeries(plan, seriesOf(charts, plan.metric))),
  }));
}

/** For samples, even zeros are data. */
export function isEmpty({ form, series }: Figure): boolean {
  const isNothing = (value: number | null) => (form === 'bars' ? !value : value === null);
  return series.every(({ values }) => values.every(isNothing));
}

/** Points without neighbours, which no line would reach. */
export function alone(values: readonly (number | null)[]): number[] {
  const isThere = (at: number) => values[at] !== null && values[at] !== undefined;
  return values.flatMap((_, at) => (isThere(at) && !isThere(at - 1) && !isThere(at + 1) ? [at] : []));
}

/** The values of each series stacked on those before it; null where all are null. */
export function stacked(series: readonly FigureSeries[]): (number | null)[][] {
  let below: (number | null)[] = series[0]?.values.map(() => null) ?? [];
  return series.map(({ values }) => {
    below = values.map((value, at) => {
      const under = below[at] ?? null;
      return value === null && under === null ? null : (value ?? 0) + (under ?? 0);
    });
    return below;
  });
}

type LabelledSeries = Pick<Charts['series'][number], 'label' | 'values'>;

/** Splits completed downloads into the crawler's and the others. */
function seriesOf({ series }: Charts, metric: StatMetric): LabelledSeries[] {
  const all = series.filter((one) => one.metric === metric);
  const [completed] = all;
  if (metric !== 'downloads_completed' || !completed) return all;
  const crawled = series.find((one) => one.metric === 'crawler_added')?.values;
  return [
    { label: 'crawler', values: completed.values.map((_, at) => crawled?.[at] ?? 0) },
    {
      label: 'other',
      values: completed.values.map((value, at) => Math.max((value ?? 0) - (crawled?.[at] ?? 0), 0)),
    },
  ];
}

function namedSeries({ names = {}, nameOf }: FigurePlan, found: LabelledSeries[]): FigureSeries[] {
  const named = Object.entries(names).flatMap(([label, name]) => {
    const one = found.find((series) => series.label === label);
    return one ? [{ label: name, values: one.values }] : [];
  });
  const others = found
    .filter(({ label }) => !(label in names))
    .map(({ label, values }) => ({ label: nameOf?.(label) ?? label, values }))
    .sort((a, b) => sum(b.values) - sum(a.values));
  return [...named, ...others];
}

function foldRare(series: FigureSeries[]): FigureSeries[] {
  if (series.length <= MOST_SERIES) return series;
  const rare = series.slice(MOST_SERIES - 1);
  const values = stacked(rare).at(-1) ?? [];
  return [...series.slice(0, MOST_SERIES - 1), { label: `${rare.length} other classes`, values }];
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

type Step = Charts['step'];

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const SPAN_NAMES: Record<ChartSpan, string> = {
  '24h': 'Last 24 hours',
  '30d': 'Last 30 days',
  year: 'Last year',
};

/** A tick on the axis: "14:00", "20 Nov". */
export function tickText(seconds: number, step: Step): string {
  return (step === 'hour' ? hour : day).format(seconds * 1000);
}

/** The full name of a step: "20 Nov, 14:00 UTC", "20 Nov 2026". */
export function stepText(isoDate: string, step: Step): string {
  const date = new Date(isoDate);
  return step === 'hour' ? `${day.format(date)}, ${hour.format(date)} UTC` : dayOfYear.format(date);
}

export function valueText(value: number | null | undefined, unit: Figure['unit']): string {
  if (value === null || value === undefined) return '–';
  return unit === 'bytes' ? bytesText(value) : formatCount(value);
}

export function axisText(value: number, unit: Figure['unit']): string {
  return unit === 'bytes' ? bytesText(value) : compact.format(value);
}

/** The total of counts, the latest of samples. */
export function summary(values: readonly (number | null)[], { form, unit }: Figure): string {
  return valueText(form === 'bars' ? sum(values) : values.findLast((value) => value !== null), unit);
}

/** For screen readers. */
export function describeFigure(figure: Figure, span: ChartSpan): string {
  const parts = figure.series.map(({ label, values }) => `${label} ${summary(values, figure)}`);
  const kind = figure.form === 'bars' ? 'in total' : 'latest sample';
  return `${figure.title}, ${SPAN_NAMES[span].toLowerCase()}, ${kind}: ${parts.join(', ')}. The numbers follow as a table.`;
}
