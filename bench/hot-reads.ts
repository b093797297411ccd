import { addViews } from '../packages/server/src/library/videos/count-queries.ts';
import type { PublicVideos } from '../packages/server/src/library/videos/index.ts';
import {
  getVideo,
  type ListRequest,
  listRelated,
  listVideos,
} from '../packages/server/src/library/videos/videos.ts';
import type { SampleSearches } from './catalogue/sample-searches.ts';
import { CATEGORY_NAMES } from './catalogue/vocabulary.ts';

/** A filled database and what is asked of it. */
export interface Subject {
  size: number;
  publicVideos: PublicVideos;
  searches: SampleSearches;
  /** Ids of some videos from all over the catalogue. */
  videoIds: string[];
  inCategory: number;
  /** The tag that most videos bear. */
  topTag: string;
}

export interface HotRead {
  name: string;
  /** Ten times the videos may make it so many times slower, no more. */
  limit: number;
  /** Asks once; `turn` counts the calls, so that not always the same is asked for. */
  ask(subject: Subject, turn: number): Promise<unknown>;
}

/** Walking over the videos would make it ten times slower; three leaves room for a noisy machine. */
const LIMIT = 3;
/** The worst that a search may grow: the square root of ten, where neither of its indexes is quite the right one. */
const SEARCH_LIMIT = 4;
/** Up to 5,000 of a tag are all looked at, so that the list is exact; only beyond them it grows no more. */
const TAG_LIMIT = 12;
export const PAGE_SIZE = 24;
const CATEGORY = CATEGORY_NAMES[0];
const FLUSHED_VIEWS = 1000;

/** Everything that a visitor makes the database do, and how much slower it may get with ten times the videos. */
export const hotReads: HotRead[] = [
  { name: 'home, page 1', limit: LIMIT, ask: (subject) => page(subject, 1) },
  { name: 'home, page 400', limit: LIMIT, ask: (subject) => page(subject, 400) },
  {
    name: 'home, 96 % of the way (page 4,000 of 100,000)',
    limit: LIMIT,
    ask: (subject) => page(subject, Math.floor((subject.size * 0.96) / PAGE_SIZE)),
  },
  { name: 'home, last page', limit: LIMIT, ask: (subject) => page(subject, lastPage(subject.size)) },
  { name: 'category, page 1', limit: LIMIT, ask: (subject) => categoryPage(subject, 1) },
  {
    name: 'category, half-way',
    limit: LIMIT,
    ask: (subject) => categoryPage(subject, Math.ceil(lastPage(subject.inCategory) / 2)),
  },
  {
    name: 'category, last page',
    limit: LIMIT,
    ask: (subject) => categoryPage(subject, lastPage(subject.inCategory)),
  },
  {
    name: 'search, top word',
    limit: SEARCH_LIMIT,
    ask: (subject) => search(subject, subject.searches.topWord),
  },
  {
    name: 'search, two common words',
    limit: SEARCH_LIMIT,
    ask: (subject) => search(subject, subject.searches.twoCommonWords),
  },
  {
    name: 'search, word of 1 % of the videos',
    limit: SEARCH_LIMIT,
    ask: (subject) => search(subject, subject.searches.onePercentWord),
  },
  {
    name: 'search, two rare words of a title',
    limit: SEARCH_LIMIT,
    ask: (subject, turn) => search(subject, oneOf(subject.searches.rareTitles, turn)),
  },
  {
    name: 'search, top word, page 30',
    limit: SEARCH_LIMIT,
    ask: (subject) => search(subject, subject.searches.topWord, 30),
  },
  {
    name: 'search, top word in a category',
    limit: SEARCH_LIMIT,
    ask: (subject) => search(subject, subject.searches.topWord, 1, CATEGORY),
  },
  { name: 'search, no hit', limit: SEARCH_LIMIT, ask: (subject) => search(subject, 'qqqq zzzz') },
  {
    name: 'search, last word unfinished',
    limit: SEARCH_LIMIT,
    ask: (subject) => search(subject, subject.searches.unfinishedWord),
  },
  { name: 'most viewed', limit: LIMIT, ask: (subject) => browse(subject, { sort: 'views' }) },
  {
    name: 'shortest of a category, page 40',
    limit: LIMIT,
    ask: (subject) => browse(subject, { sort: 'shortest', category: CATEGORY, page: 40 }),
  },
  {
    name: 'newest, long and HD',
    limit: LIMIT,
    ask: (subject) => browse(subject, { duration: 'long', quality: 'hd' }),
  },
  {
    name: 'most viewed of the month',
    limit: SEARCH_LIMIT,
    ask: (subject) => browse(subject, { sort: 'views', date: 'month' }),
  },
  { name: 'tag, newest', limit: LIMIT, ask: (subject) => browse(subject, { tag: subject.topTag }) },
  {
    name: 'tag, most viewed',
    limit: TAG_LIMIT,
    ask: (subject) => browse(subject, { tag: subject.topTag, sort: 'views' }),
  },
  {
    name: 'search, top word, newest first',
    limit: SEARCH_LIMIT,
    ask: (subject) => browse(subject, { search: subject.searches.topWord, sort: 'newest' }),
  },
  {
    name: 'search, top word, short and of the month',
    limit: SEARCH_LIMIT,
    ask: (subject) => browse(subject, { search: subject.searches.topWord, duration: 'short', date: 'month' }),
  },
  {
    name: 'search, word of 1 % of the videos, longest',
    limit: SEARCH_LIMIT,
    ask: (subject) => browse(subject, { search: subject.searches.onePercentWord, sort: 'longest' }),
  },
  {
    name: 'one video',
    limit: LIMIT,
    ask: (subject, turn) => getVideo(subject.publicVideos, oneOf(subject.videoIds, turn)),
  },
  {
    name: 'related videos, worked out',
    limit: LIMIT,
    ask: (subject, turn) => listRelated(subject.publicVideos, oneOf(subject.videoIds, turn)),
  },
  {
    name: `${FLUSHED_VIEWS.toLocaleString('en')} views written`,
    limit: LIMIT,
    ask: (subject, turn) => addViews(subject.publicVideos.db, viewsOf(subject.videoIds, turn)),
  },
];

function page({ publicVideos }: Subject, number: number) {
  return listVideos(publicVideos, { page: number, limit: PAGE_SIZE });
}

function categoryPage({ publicVideos }: Subject, number: number) {
  return listVideos(publicVideos, { page: number, limit: PAGE_SIZE, category: CATEGORY });
}

function browse({ publicVideos }: Subject, query: Partial<ListRequest>) {
  return listVideos(publicVideos, { page: 1, limit: PAGE_SIZE, ...query });
}

function search({ publicVideos }: Subject, text: string, number = 1, category?: string) {
  return listVideos(publicVideos, { page: number, limit: PAGE_SIZE, search: text, category });
}

function lastPage(videos: number): number {
  return Math.ceil(videos / PAGE_SIZE);
}

function oneOf(list: readonly string[], turn: number): string {
  return list[turn % list.length] ?? '';
}

/** One view each of a thousand videos, others at each turn. */
function viewsOf(ids: readonly string[], turn: number): Map<string, number> {
  const start = (turn * FLUSHED_VIEWS) % ids.length;
  const chosen = Array.from({ length: FLUSHED_VIEWS }, (_, index) => oneOf(ids, start + index));
  return new Map(chosen.map((id) => [id, 1]));
}
