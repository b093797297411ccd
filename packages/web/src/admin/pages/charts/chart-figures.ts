import type { Charts, StatMetric } from '@vesper/contract';

/** One line or one layer of bars. */
export interface FigureSeries {
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

/** More would have no colours of their own, and nobody could tell them apart: the rarest become one. */
const MOST_SERIES = 6;

interface FigurePlan {
  title: string;
  about: string;
  metric: StatMetric;
  form: Figure['form'];
  unit?: Figure['unit'];
  /** What its labels are called, in the order in which they are drawn; all others by `nameOf`. */
  names?: Readonly<Record<string, string>>;
  nameOf?: (label: string) => string;
}

const PLANS: readonly FigurePlan[] = [
  {
    title: 'Views',
    about: 'One visitor counts once an hour for each video.',
    metric: 'views',
    form: 'bars',
    names: { '': 'Views' },
  },
  {
    title: 'Videos added',
    about: 'Videos that visitors could find from then on.',
    metric: 'videos_added',
    form: 'bars',
    names: { new: 'New', again: 'Shown again' },
  },
  {
    title: 'Videos taken off',
    about: 'Videos that visitors could find no longer.',
    metric: 'videos_removed',
    form: 'bars',
    names: {
      hidden: 'Hidden, or taken off by a notice',
      removed: 'Removed',
      deleted: 'Deleted',
      cleared: 'Cleared',
      processing: 'Brought again',
    },
  },
  {
    title: 'Queue length',
    about: 'Downloads that wait or are under way; the last look at each step.',
    metric: 'queue_length',
    form: 'lines',
    names: { pending: 'Waiting', processing: 'Under way' },
  },
  {
    title: 'Failures by class',
    about: 'Downloads that ended with an error after all tries.',
    metric: 'downloads_failed',
    form: 'bars',
    nameOf: failureName,
  },
  {
    title: 'Left out by reason',
    about:
      'Downloads that were not made though nothing failed: here already, removed before, or not wanted by their site, or not now.',
    metric: 'downloads_left_out',
    form: 'bars',
    nameOf: failureName,
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
    about: 'What lies in the storage; the last look at each step.',
    metric: 'storage_bytes',
    form: 'areas',
    unit: 'bytes',
    names: { play: 'Films and streams', thumbnail: 'Pictures', preview: 'Previews' },
  },
];

/** What is drawn of a span's numbers, in the order of the page. */
export function figuresOf(charts: Charts): Figure[] {
  return PLANS.map((plan) => ({
    title: plan.title,
    about: plan.about,
    form: plan.form,
    unit: plan.unit ?? 'number',
    series: foldRare(namedSeries(plan, seriesOf(charts, plan.metric))),
  }));
}

/** Whether there is anything to draw: of what is looked at now and then, nothing but zeros tells something too. */
export function isEmpty({ form, series }: Figure): boolean {
  const isNothing = (value: number | null) => (form === 'bars' ? !value : value === null);
  return series.every(({ values }) => values.every(isNothing));
}

/** The places whose neighbours have no value: no line leads there. */
export function alone(values: readonly (number | null)[]): number[] {
  const isThere = (at: number) => values[at] !== null && values[at] !== undefined;
  return values.flatMap((_, at) => (isThere(at) && !isThere(at - 1) && !isThere(at + 1) ? [at] : []));
}

/** The values of each series on top of those before it; null where none of them has any. */
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

/** The series of a metric; of the completed downloads those of the crawler apart from the others. */
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

/** All of it together. */
export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

const FAILURES: Readonly<Record<string, string>> = {
  network: 'Network',
  timeout: 'Too slow',
  truncated: 'Broken off',
  http_403: 'Forbidden (403)',
  http_404: 'Not found (404)',
  http_429: 'Too many requests (429)',
  http_5xx: 'Error of the source (5xx)',
  http_other: 'Other answer',
  robots: 'Not allowed by robots.txt',
  private_address: 'Private address',
  bad_address: 'No valid address',
  bad_response: 'Unusable answer',
  not_video: 'No video',
  too_large: 'Too large',
  duplicate: 'Duplicate',
  removed: 'Removed before',
  storage: 'Storage',
  worker_died: 'Worker died',
  paused: 'Source paused',
  unexpected: 'Unexpected',
};

function failureName(label: string): string {
  return FAILURES[label] ?? label;
}
