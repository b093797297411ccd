import { type Pagination, pageHref } from '@vesper/contract';
import type { Head } from './head.ts';

type Pages = Pick<Pagination, 'page' | 'totalPages' | 'hasNextPage'>;

/** The page before one past the end is the last. */
export function besidePage(
  { page, totalPages, hasNextPage }: Pages,
  addressOf: (page: number) => string,
): Pick<Head, 'previous' | 'next'> {
  return {
    previous: page > 1 ? addressOf(Math.min(page - 1, Math.max(1, totalPages))) : undefined,
    next: hasNextPage ? addressOf(page + 1) : undefined,
  };
}

/** A page past the end of a list is missing; an empty list has one page. */
export function statusOfPage({ page, totalPages }: Pick<Pages, 'page' | 'totalPages'>): 200 | 404 {
  return page > Math.max(1, totalPages) ? 404 : 200;
}

/** RSS only: every feed reader supports it. */
export function feedLink(
  { title, path }: { title: string; path: string },
  origin: string,
): NonNullable<Head['alternates']> {
  return [{ type: 'application/rss+xml', title, url: origin + pageHref.feed(path, 'rss') }];
}
