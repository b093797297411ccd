import type { PublicVideos } from '../packages/library/server/videos/index.ts';
import { addViews } from '../packages/library/server/videos/lists/count-queries.ts';
import {
  getVideo,
  type ListRequest,
  listRelated,
  listVideos,
} from '../packages/library/server/videos/videos.ts';
import type { SampleSearches } from './catalogue/sample-searches.ts';
import { CATEGORY_NAMES } from './catalogue/vocabulary.ts';

/** A filled database and the parameters of its queries. */
export interface Subject {
  size: number;
  publicVideos: PublicVideos;
  searches: SampleSearches;
  /** Ids of videos from all over the catalogue. */
  videoIds: string[];
  inCategory: number;
  /** The most common tag. */
  topTag: string;
}

export interface HotRead {
  name: string;
  /** How many times slower it may get with ten times the videos. */
  limit: number;
  /** Runs once; `turn` counts the calls, to vary the parameters. */
  ask(subject: Subject, turn: number): Promise<unknown>;
}

/** A scan would make it ten times slower; three allows for a noisy machine. */
const LIMIT = 3;
/** The worst growth of a search: the square root of ten, when neither index fits well. */
const SEARCH_LIMIT = 4;
/** Lists of up to 5,000 videos per tag are read in full, to be exact; only beyond that growth stops. */
const TAG_LIMIT = 12;
export const PAGE_SIZE = 24;
const CATEGORY = CATEGORY_NAMES[0];
const FLUSHED_VIEWS = 1000;

/** All database work caused by visitors, and how much slower it may get with ten times the videos. */
export const hotReads: HotRead[] = [
  read('home, page 1', LIMIT, (subject) => page(subject, 1)),
  read('home, page 400', LIMIT, (subject) => page(subject, 400)),
  read('home, 96 % of the way (page 4,000 of 100,000)', LIMIT, (subject) =>
    page(subject, Math.floor((subject.size * 0.96) / PAGE_SIZE)),
  ),
  read('home, last page', LIMIT, (subject) => page(subject, lastPage(subject.size))),
  read('category, page 1', LIMIT, (subject) => categoryPage(subject, 1)),
  read('category, half-way', LIMIT, (subject) =>
    categoryPage(subject, Math.ceil(lastPage(subject.inCategory) / 2)),
  ),
  read('category, last page', LIMIT, (subject) => categoryPage(subject, lastPage(subject.inCategory))),
  read('search, top word', SEARCH_LIMIT, (subject) => search(subject, subject.searches.topWord)),
  read('search, two common words', SEARCH_LIMIT, (subject) =>
    search(subject, subject.searches.twoCommonWords),
  ),
  read('search, word of 1 % of the videos', SEARCH_LIMIT, (subject) =>
    search(subject, subject.searches.onePercentWord),
  ),
  read('search, two rare words of a title', SEARCH_LIMIT, (subject, turn) =>
    search(subject, oneOf(subject.searches.rareTitles, turn)),
  ),
  read('search, top word, page 30', SEARCH_LIMIT, (subject) => search(subject, subject.searches.topWord, 30)),
  read('search, top word in a category', SEARCH_LIMIT, (subject) =>
    search(subject, subject.searches.topWord, 1, CATEGORY),
  ),
  read('search, no hit', SEARCH_LIMIT, (subject) => search(subject, 'qqqq zzzz')),
  read('search, last word unfinished', SEARCH_LIMIT, (subject) =>
    search(subject, subject.searches.unfinishedWord),
  ),
  read('most viewed', LIMIT, (subject) => browse(subject, { sort: 'views' })),
  read('shortest of a category, page 40', LIMIT, (subject) =>
    browse(subject, { sort: 'shortest', category: CATEGORY, page: 40 }),
  ),
  read('newest, long and HD', LIMIT, (subject) => browse(subject, { duration: 'long', quality: 'hd' })),
  read('most viewed of the month', SEARCH_LIMIT, (subject) =>
    browse(subject, { sort: 'views', date: 'month' }),
  ),
  read('tag, newest', LIMIT, (subject) => browse(subject, { tag: subject.topTag })),
  read('tag, most viewed', TAG_LIMIT, (subject) => browse(subject, { tag: subject.topTag, sort: 'views' })),
  read('search, top word, newest first', SEARCH_LIMIT, (subject) =>
    browse(subject, { search: subject.searches.topWord, sort: 'newest' }),
  ),
  read('search, top word, short and of the month', SEARCH_LIMIT, (subject) =>
    browse(subject, { search: subject.searches.topWord, duration: 'short', date: 'month' }),
  ),
  read('search, word of 1 % of the videos, longest', SEARCH_LIMIT, (subject) =>
    browse(subject, { search: subject.searches.onePercentWord, sort: 'longest' }),
  ),
  read('one video', LIMIT, (subject, turn) => getVideo(subject.publicVideos, oneOf(subject.videoIds, turn))),
  read('related videos, worked out', LIMIT, (subject, turn) =>
    listRelated(subject.publicVideos, oneOf(subject.videoIds, turn)),
  ),
  read(`${FLUSHED_VIEWS.toLocaleString('en')} views written`, LIMIT, (subject, turn) =>
    subject.publicVideos.db.transaction().execute((tx) => addViews(tx, viewsOf(subject.videoIds, turn))),
  ),
];

function read(name: string, limit: number, ask: HotRead['ask']): HotRead {
  return { name, limit, ask };
}

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

/** One view each of a thousand videos, different ones each turn. */
function viewsOf(ids: readonly string[], turn: number): Map<string, number> {
  const start = (turn * FLUSHED_VIEWS) % ids.length;
  const chosen = Array.from({ length: FLUSHED_VIEWS }, (_, index) => oneOf(ids, start + index));
  return new Map(chosen.map((id) => [id, 1]));
}
