import { type Category, type DomainConfig, pageHref, type Video } from '@vesper/contract';
import { type Awkward, EMPTY, LONG_TITLE, ODD, RTL_TITLE, SINGLE } from './awkward-data.ts';
import { afterFailureOf, beforeConfiguration, during, type Reach } from './reach.ts';

/** What the table needs to know about the site. */
export interface World {
  config: DomainConfig;
  awkward: Awkward;
  /** The number of all videos. */
  total: number;
  categories: Category[];
  /** The newest of the crawled videos. */
  video: Video;
}

type Words = readonly (string | RegExp)[];

/** A state of a page, and what it shows. */
export interface Reading {
  /** Braces stand for the id of that awkward video, or of the newest crawled one. */
  route: string;
  state: string;
  /** How to get there; by default, opening the address. */
  reach?: Reach;
  status?: number;
  words?: Words | ((world: World) => Words);
  absent?: Words;
  /** How many elements a selector finds. */
  count?: Record<string, number> | ((world: World) => Record<string, number>);
  /** Names of links or buttons, and where they lead. */
  links?: Record<string, string> | ((world: World) => Record<string, string>);
}

const LISTS = /\/api\/videos\?/;
const CATALOGUE = /\/api\/(videos\?|categories)/;
const BROKEN: Words = ['Something went wrong', 'The site is having a break.', 'Try again'];
const cards = 'main a[href^="/video/"]:has(h3)';

const HOME: Reading[] = [
  {
    route: '/',
    state: 'full',
    words: ({ config, total }) => [
      config.siteName,
      config.tagline,
      'Search videos...',
      `Latest ${config.siteName} Videos`,
      `${total} videos`,
      'Previous',
      'Next',
    ],
    absent: ['Search Results', 'Clear search', 'No videos found'],
    count: ({ categories }) => ({
      '#root h1': 1,
      [cards]: 24,
      'main a[href^="/category/"]:not([href*="?"])': categories.filter(({ videoCount }) => videoCount > 0)
        .length,
      '[aria-label="Pagination"] a[aria-label^="Page "]': 5,
      '[data-skeleton]': 0,
    }),
  },
  {
    route: '/?page=5',
    state: 'page in the middle: five numbers around it',
    words: ['Page 3', 'Page 4', 'Page 5', 'Page 6', 'Page 7', 'Previous', 'Next'],
    absent: ['Page 2 ', 'Page 8'],
    count: { '[aria-label="Pagination"] [aria-current="page"]': 1 },
  },
  {
    route: '/?search=violet',
    state: 'search results',
    words: ['Search Results', /\b\d+ results?\b/],
    absent: [/Latest .* Videos/, 'No videos found'],
    count: { '[aria-label="Pagination"]': 0 },
  },
  {
    route: '/?search=upright+chart',
    state: 'one result',
    words: ['Search Results', '1 result', 'An upright test chart'],
    absent: ['1 results'],
  },
  {
    route: '/?search=zzzzqqqq',
    state: 'search without results',
    words: ['Search Results', '0 results', 'No videos found', 'Clear search'],
    count: { [cards]: 0 },
  },
  {
    route: '/',
    state: 'loading',
    reach: during(CATALOGUE),
    words: ['Search videos...'],
    absent: ['No videos found'],
    count: { '[data-skeleton="categories"] > *': 8, '[data-skeleton="videos"] > *': 10, [cards]: 0 },
  },
  { route: '/', state: 'error', reach: afterFailureOf(LISTS), words: BROKEN, absent: ['No videos found'] },
  {
    route: '/',
    state: 'before the configuration arrives',
    reach: beforeConfiguration,
    words: ['Loading...'],
  },
];

const VIDEO: Reading[] = [
  {
    route: '/video/{newest}',
    state: 'full',
    words: ({ video, config }) => [
      video.title,
      /\d+ views?/,
      longDate(video.createdAt),
      video.category,
      ...video.tags,
      ...video.description.split('\n').map((line) => line.trim()),
      'Share',
      'Download',
      'Related Videos',
      config.domain,
    ],
    absent: ['No related videos'],
    links: ({ video, categories }) => ({
      [video.category]: pageHref.category(categories.find(({ name }) => name === video.category)?.slug ?? ''),
    }),
  },
  {
    route: '/video/{alone}',
    state: 'alone in its category',
    words: ['Related Videos'],
    absent: ['No related videos'],
    count: { 'section[aria-labelledby="related-title"] li': 12 },
  },
  {
    route: '/video/no-such-video',
    state: 'missing',
    status: 404,
    words: ['Video Not Found', "The video you're looking for doesn't exist."],
  },
  {
    route: '/video/no-such-video',
    state: 'missing, reached inside the site',
    reach: during(/never/),
    words: ['Video Not Found', "The video you're looking for doesn't exist."],
  },
  {
    route: '/video/{rtl}',
    state: 'loading',
    reach: during(/\/api\/videos\//),
    count: { '[data-skeleton="video"]': 1, video: 0 },
  },
  { route: '/video/{rtl}', state: 'error', reach: afterFailureOf(/\/api\/videos\/[^/]+$/), words: BROKEN },
  {
    route: '/video/{thousand}',
    state: 'related list loading',
    reach: during(/\/related$/),
    words: ['Related Videos', 'Seen a thousand times', '1.2K views'],
    absent: ['No related videos'],
    count: { '[data-skeleton="related"]': 1 },
  },
];

const CATEGORY: Reading[] = [
  {
    route: '/category/odd-shapes',
    state: 'full, with numbers of all sizes',
    words: [
      ODD,
      '7 videos in this category',
      ...['1.2K views', '2.3M views', '0 views', 'N/A', '1:05', '70:15'],
      ...[LONG_TITLE, RTL_TITLE],
    ],
    count: { [cards]: 7, '[aria-label="Pagination"]': 0 },
  },
  {
    route: '/category/zero-videos',
    state: 'empty',
    words: [EMPTY, '0 videos in this category', 'No videos in this category yet'],
  },
  { route: '/category/only-one', state: 'one video', words: [SINGLE, 'All alone'], count: { [cards]: 1 } },
  {
    route: '/category/no-such-category',
    state: 'unknown',
    status: 404,
    words: ['Category Not Found', "The category you're looking for doesn't exist."],
  },
  {
    route: '/category/odd-shapes',
    state: 'loading',
    reach: during(CATALOGUE),
    absent: ['No videos in this category yet', 'Category Not Found'],
    count: { '[data-skeleton="videos"] > *': 10 },
  },
  { route: '/category/odd-shapes', state: 'error', reach: afterFailureOf(LISTS), words: [ODD, ...BROKEN] },
];

const KEYWORD: Reading[] = [
  {
    route: '/de/ruhige-muster',
    state: 'full',
    words: [
      'Ruhige Muster',
      'Muster, die sich langsam verändern.',
      '2 videos',
      /1\.5K views/,
      'DE',
      ...['Ein langer Titel', 'Erste Zeile.'],
      // Untranslated videos keep their title.
      RTL_TITLE,
    ],
    absent: [LONG_TITLE],
    count: { [cards]: 2 },
  },
  {
    route: '/en/empty-patterns',
    state: 'empty, and without a language',
    words: ['Empty patterns', '0 videos', 'EN', 'No videos found for this keyword yet.'],
  },
  {
    route: '/en/no-such-keyword',
    state: 'unknown',
    status: 404,
    words: ['Page Not Found', "This keyword page doesn't exist."],
  },
  {
    route: '/de/ruhige-muster',
    state: 'loading',
    reach: during(/\/api\/keywords\//),
    absent: ['Page Not Found', 'No videos found for this keyword yet.'],
    count: { '[data-skeleton="videos"] > *': 10 },
  },
  {
    route: '/de/ruhige-muster',
    state: 'error',
    reach: afterFailureOf(/\/api\/keywords\//),
    words: BROKEN,
  },
];

export const LIST_PAGES: readonly Reading[] = [...HOME, ...VIDEO, ...CATEGORY, ...KEYWORD];

/** "Nov 21, 2026": the day of a moment in UTC. */
function longDate(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
}
