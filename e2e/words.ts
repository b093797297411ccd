import { afterFailureOf, beforeConfiguration, during, type Reach } from './reach.ts';

/** A state of a page that no server sends, and what it shows: the served ones are entry-server.test.tsx's. */
export interface Reading {
  /** Braces stand for the id of that awkward video. */
  route: string;
  state: string;
  reach: Reach;
  words?: readonly string[];
  absent?: readonly string[];
  /** How many elements a selector finds. */
  count?: Record<string, number>;
}

const LISTS = /\/api\/videos\?/;
const CATALOGUE = /\/api\/(videos\?|categories)/;
const BROKEN = ['Something went wrong', 'The site is having a break.', 'Try again'];
const CARDS = 'main a[href^="/video/"]:has(h3)';

export const READINGS: readonly Reading[] = [
  {
    route: '/',
    state: 'loading',
    reach: during(CATALOGUE),
    words: ['Search videos...'],
    absent: ['No videos found'],
    count: { '[data-skeleton="categories"] > *': 8, '[data-skeleton="videos"] > *': 10, [CARDS]: 0 },
  },
  { route: '/', state: 'error', reach: afterFailureOf(LISTS), words: BROKEN, absent: ['No videos found'] },
  { route: '/', state: 'before the configuration', reach: beforeConfiguration, words: ['Loading...'] },
  {
    route: '/video/no-such-video',
    state: 'missing',
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
  {
    route: '/category/odd-shapes',
    state: 'loading',
    reach: during(CATALOGUE),
    absent: ['No videos in this category yet', 'Category Not Found'],
    count: { '[data-skeleton="videos"] > *': 10 },
  },
  { route: '/category/odd-shapes', state: 'error', reach: afterFailureOf(LISTS), words: BROKEN },
  {
    route: '/de/ruhige-muster',
    state: 'loading',
    reach: during(/\/api\/keywords\//),
    absent: ['Page Not Found', 'No videos found for this keyword yet.'],
    count: { '[data-skeleton="videos"] > *': 10 },
  },
  { route: '/de/ruhige-muster', state: 'error', reach: afterFailureOf(/\/api\/keywords\//), words: BROKEN },
];
