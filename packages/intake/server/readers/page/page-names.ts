import { getDomainWithoutSuffix } from 'tldts';
import { cleanLine } from '../clean-text.ts';
import { metaOf } from './open-graph-video.ts';
import type { PageData } from './page-data.ts';

/** What a page calls itself, to tell its own video from others. */
export interface PageNames {
  /** Title, heading and further names. */
  all: readonly string[];
  has(title: string): boolean;
  /** Only the site's name: such a video presents the site, not the page. */
  isSite(title: string): boolean;
}

export function namesOf(data: PageData, base: string, others: readonly string[] = []): PageNames {
  const all = [cleanLine(data.title), cleanLine(data.heading), ...others].filter((name) => name !== '');
  const site = [
    cleanLine(metaOf(data, 'og:site_name', 'application-name')),
    getDomainWithoutSuffix(base) ?? '',
  ];
  const isSite = (title: string) => site.some((name) => areSame(name, title));
  // A page without its own title may be called like its site.
  const hasOwn = all.some((name) => !isSite(name));
  return {
    all,
    has: (title) => all.some((name) => areAlike(name, title)),
    isSite: (title) => hasOwn && isSite(title),
  };
}

/** Between a title and the site's name. */
const SEPARATORS = /\s+[|\-–—·»:•~]+\s+|\s*[|»•]\s*/;

/** Words around a title. A title of nothing else stays unchanged. */
const COURTESIES =
  /^(?:(?:watch|video|the|a|an) )+(?=.)|(?: (?:video|online|free|now|for|in|hd|4k|full|streaming))+$/g;

/** Equal but for case, signs, words like "watch", or the site's name. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (a === '' || b === '') return false;
  if (a === b) return true;
  return partsOf(other).includes(a) || partsOf(one).includes(b);
}

/** Equal but for case and signs. */
export function areSame(one: string, other: string): boolean {
  return plain(one) !== '' && plain(one) === plain(other);
}

/** Beginnings and ends at separators: "Zoom - Part 2" of "Zoom - Part 2 | Site". */
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
