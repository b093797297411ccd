import { pageHref } from '@vesper/contract';
import type { Head } from './head.ts';

/** Where feed readers find the list whose page is at `path`. RSS alone: each reader takes it. */
export function feedLink({
  title,
  path,
  origin,
}: {
  title: string;
  path: string;
  origin: string;
}): NonNullable<Head['alternates']> {
  return [{ type: 'application/rss+xml', title, url: origin + pageHref.feed(path, 'rss') }];
}
