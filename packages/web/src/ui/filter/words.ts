import type {
  DATE_FILTERS,
  DURATION_FILTERS,
  FilterCounts,
  QUALITY_FILTERS,
  VIDEO_SORTS,
} from '@vesper/contract';
import { formatCount } from '../format.ts';
import type { Browse, FilterName } from './browse.ts';

type Words<Values extends readonly string[]> = Record<Values[number], string>;

const SORTS: Words<typeof VIDEO_SORTS> = {
  newest: 'Newest',
  views: 'Most viewed',
  longest: 'Longest',
  shortest: 'Shortest',
};
const DURATIONS: Words<typeof DURATION_FILTERS> = {
  short: 'Under 5 minutes',
  medium: '5 to 20 minutes',
  long: 'Over 20 minutes',
};
const QUALITIES: Words<typeof QUALITY_FILTERS> = {
  hd: 'HD and better',
  fullhd: 'Full HD and better',
  '4k': '4K',
};
const DATES: Words<typeof DATE_FILTERS> = {
  today: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last year',
};

/** The first choice, '', means none. */
export interface Field {
  name: FilterName | 'sort';
  label: string;
  choices: [value: string, words: string][];
}

/** Searches are sorted by relevance by default. */
export function sortField(isSearch: boolean): Field {
  const { newest, ...others } = SORTS;
  const first: Field['choices'] = isSearch
    ? [
        ['', 'Best match'],
        ['newest', newest],
      ]
    : [['', newest]];
  return { name: 'sort', label: 'Sort by', choices: [...first, ...Object.entries(others)] };
}

export const FILTER_FIELDS: Field[] = [
  { name: 'duration', label: 'Duration', choices: [['', 'Any duration'], ...Object.entries(DURATIONS)] },
  { name: 'quality', label: 'Quality', choices: [['', 'Any quality'], ...Object.entries(QUALITIES)] },
  { name: 'date', label: 'Date', choices: [['', 'Any date'], ...Object.entries(DATES)] },
];

export function categoryField(names: string[]): Field {
  const choices = names.map((name): [string, string] => [name, name]);
  return { name: 'category', label: 'Category', choices: [['', 'All categories'], ...choices] };
}

/** Adds the number of videos to each choice, but not where counting stopped before one. */
export function withCounts(field: Field, { isCapped, categories, ...others }: FilterCounts): Field {
  const counts: Record<string, Record<string, number> | undefined> = { ...others, category: categories };
  const known = counts[field.name];
  if (!known) return field;
  const choices = field.choices.map(([value, words]): [string, string] => {
    const count = known[value] ?? 0;
    const isTold = value !== '' && (count > 0 || !isCapped);
    return [value, isTold ? `${words} (${formatCount(count)}${isCapped ? '+' : ''})` : words];
  });
  return { ...field, choices };
}

/** An unknown value is shown as it is. */
export function filterWords(name: FilterName, value: string): string {
  if (name === 'category') return `Category: ${value}`;
  if (name === 'tag') return `Tag: ${value}`;
  const field = FILTER_FIELDS.find((candidate) => candidate.name === name);
  return field?.choices.find(([choice]) => choice === value)?.[1] ?? `${field?.label}: ${value}`;
}

const ORDER_TITLES = new Map([
  ['views', 'Most Viewed'],
  ['longest', 'Longest'],
  ['shortest', 'Shortest'],
]);

export function listTitle({ sort = '' }: Browse, siteName: string): string {
  return `${ORDER_TITLES.get(sort) ?? 'Latest'} ${siteName} Videos`;
}
