import { getDomainWithoutSuffix } from 'tldts';
import { cleanLine } from '../clean-text.ts';
import { areAlike, areSame } from './names-alike.ts';
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
