import {
  DATE_FILTERS,
  DURATION_FILTERS,
  QUALITY_FILTERS,
  VIDEO_SORTS,
  type VideoListQuery,
} from '@vesper/contract';
import { between, type Random } from '../catalogue/random.ts';
import { CATEGORY_NAMES, tagNames, titleWords } from '../catalogue/vocabulary.ts';

const WORDS = titleWords();
const TAGS = tagNames();
const COMMONEST = 60;
const SCRIPTS =
  `分形缩放 動画 フラクタル ゆっくり ภาพเคลื่อนไหว 프랙탈 ёлка волна Ωμέγα हिन्दी שלום مرحبا ＳＬＯＷ ﬁne crème 🌊`.split(
    ' ',
  );
const SIGNS = [`'`, `\\`, `' & '`, `:*`, `!`, `|`, `<->`, `()`, `%`, `_`, `"`, '\u0301', '\u200d', '--'];

/** What somebody might ask who wants a list to cost as much as it can. */
export function hostileRequest(random: Random): VideoListQuery {
  const oneOf = <T>(list: readonly T[]) => list[between(random, 0, list.length - 1)] as T;
  const maybe = <T>(share: number, make: () => T) => (random() < share ? make() : undefined);
  const isSearch = random() < 0.85;
  const hasFilters = random() < 0.5;
  const filter = <T>(list: readonly T[]) => maybe(hasFilters ? 0.6 : 0, () => oneOf(list));
  return {
    search: isSearch ? oneOf(TEXTS)(random).slice(0, 3000) : undefined,
    category: maybe(0.25, () => oneOf(CATEGORY_NAMES)),
    tag: filter(TAGS),
    duration: filter(DURATION_FILTERS),
    quality: filter(QUALITY_FILTERS),
    date: filter(DATE_FILTERS),
    sort: maybe(hasFilters ? 0.7 : 0.2, () => oneOf(VIDEO_SORTS)),
    page: oneOf([1, 1, 1, 2, 10, 40, 42, 1000, 41_667, 100_000_000]),
    limit: oneOf([24, 24, 24, 1, 100]),
  };
}

type Text = (random: Random) => string;

const TEXTS: Text[] = [
  // Common words, alone, a few, and as many as are hardly ever together.
  (random) => someWords(random, between(random, 1, 3), COMMONEST),
  (random) => someWords(random, between(random, 4, 8), COMMONEST),
  (random) => someWords(random, between(random, 12, 40), COMMONEST),
  // With rare ones, or rare ones only.
  (random) => `${someWords(random, 3, COMMONEST)} ${someWords(random, 2, WORDS.length)}`,
  (random) => someWords(random, between(random, 1, 4), WORDS.length),
  // Beginnings of words, short and long, alone and after others.
  (random) => beginning(random),
  (random) => `${someWords(random, between(random, 1, 3), COMMONEST)} ${beginning(random)}`,
  (random) => Array.from({ length: between(random, 2, 16) }, () => beginning(random)).join(' '),
  // As long as can be.
  (random) => someWords(random, 400, WORDS.length),
  (random) => someWords(random, 1, COMMONEST).repeat(300),
  (random) => pick(random, SCRIPTS).repeat(200),
  // Scripts and signs among words.
  (random) => `${pick(random, SCRIPTS)} ${someWords(random, 2, COMMONEST)} ${pick(random, SCRIPTS)}`,
  (random) => `${someWords(random, 1, COMMONEST)}${pick(random, SCRIPTS)}${someWords(random, 1, COMMONEST)}`,
  (random) => someWords(random, 4, COMMONEST).replaceAll(' ', pick(random, SIGNS)),
  (random) => pick(random, SIGNS).repeat(between(random, 1, 500)),
];

function someWords(random: Random, count: number, among: number): string {
  return Array.from({ length: count }, () => pick(random, WORDS.slice(0, among))).join(' ');
}

function beginning(random: Random): string {
  return pick(random, WORDS.slice(0, COMMONEST * 4)).slice(0, between(random, 1, 5));
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[between(random, 0, list.length - 1)] as T;
}
