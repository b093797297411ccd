import { PAGE_PATTERNS } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';

const PAGES = Object.values(PAGE_PATTERNS).map(
  (pattern) => [pattern, new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}(?:\\?|$)`)] as const,
);

/** The pattern of what a request asks for, never its address: the route, or the page's where all pages are one route. */
export function routeName({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const route = routeOptions.url ?? '';
  return route === '/*' ? (PAGES.find(([, address]) => address.test(url))?.[0] ?? route) : route;
}
