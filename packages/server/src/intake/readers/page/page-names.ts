import { getDomainWithoutSuffix } from 'tldts';
import { cleanLine } from '../clean-text.ts';
import { metaOf } from './open-graph-video.ts';
import type { PageData } from './page-data.ts';

/** What a page calls itself, by which its own video is told from others. */
export interface PageNames {
  /** Its title and its heading, and what else is given. */
  all: readonly string[];
  /** Whether it may be called so. */
  has(title: string): boolean;
  /** Whether that is only what the site is called: such a video presents the site, not its page. */
  isSite(title: string): boolean;
}

export function namesOf(data: PageData, base: string, others: readonly string[] = []): PageNames {
  const all = [cleanLine(data.title), cleanLine(data.heading), ...others].filter((name) => name !== '');
  const site = [
    cleanLine(metaOf(data, 'og:site_name', 'application-name')),
    getDomainWithoutSuffix(base) ?? '',
  ];
  const isSite = (title: string) => site.some((name) => areSame(name, title));
  // A page without a title of its own may be called like its site.
  const hasOwn = all.some((name) => !isSite(name));
  return {
    all,
    has: (title) => all.some((name) => areAlike(name, title)),
    isSite: (title) => hasOwn && isSite(title),
  };
}

/** What separates a title from the site's name in page titles. */
const SEPARATORS = /\s+[|\-–—·»:•~]+\s+|\s*[|»•]\s*/;

/** Words that pages put around a title. A title of nothing else stays as it is. */
const COURTESIES =
  /^(?:(?:watch|video|the|a|an) )+(?=.)|(?: (?:video|online|free|now|for|in|hd|4k|full|streaming))+$/g;

/** Whether two titles are of one video: equal but for case, signs and words like "watch", or one is the other with a site's name. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (a === '' || b === '') return false;
  if (a === b) return true;
  return partsOf(other).includes(a) || partsOf(one).includes(b);
}

/** Whether two names are equal but for case and signs. */
export function areSame(one: string, other: string): boolean {
  return plain(one) !== '' && plain(one) === plain(other);
}

/** The beginnings and ends of a title at its separators: "Zoom - Part 2" of "Zoom - Part 2 | Site". */
function partsOf(title: string): string[] {
  const parts = title.slice(0, 1_000).split(SEPARATORS, 12);
  const starts = parts.map((_, end) => plain(parts.slice(0, end + 1).join(' ')));
  const ends = parts.map((_, start) => plain(parts.slice(start).join(' ')));
  return [...starts, ...ends].filter((part) => part.length > 1);
}

function plain(text: string): string {
  return text
    .slice(0, 1_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(COURTESIES, '')
    .trim();
}
