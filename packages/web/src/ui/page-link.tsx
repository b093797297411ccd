import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { type ComponentProps, useRef } from 'react';
import { Link } from 'wouter';
import { useClient } from '../data/client-context.tsx';
import type { PageFinder } from '../shell/page.ts';
import { usePageFinder } from '../shell/page-finder.ts';

/** How long the pointer has to rest on a link before its page is fetched. */
const INTENT_MS = 80;

type PageLinkProps = Omit<
  ComponentProps<'a'>,
  'href' | 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onTouchStart'
> & {
  href: string;
};

/** A link to a page of the site, whose data is fetched once the visitor seems about to follow it. */
export function PageLink({ href, children, ...attributes }: PageLinkProps) {
  const cache = useQueryClient();
  const client = useClient();
  const findPage = usePageFinder();
  const timer = useRef<number>(undefined);
  const prefetch = () => prefetchPage(findPage, cache, client, href);
  return (
    <Link
      {...attributes}
      href={href}
      onMouseEnter={() => {
        timer.current = window.setTimeout(prefetch, INTENT_MS);
      }}
      onMouseLeave={() => window.clearTimeout(timer.current)}
      onFocus={prefetch}
      onTouchStart={prefetch}
    >
      {children}
    </Link>
  );
}

function prefetchPage(findPage: PageFinder, cache: QueryClient, client: Client, href: string): void {
  const { page, params, search } = findPage(new URL(href, location.origin));
  for (const query of page.queries({ client, params, search })) void cache.prefetchQuery(query);
}
