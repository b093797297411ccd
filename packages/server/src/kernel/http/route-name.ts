import { PAGE_PATTERNS } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';

const PAGES = Object.values(PAGE_PATTERNS).map((pattern) => [pattern, addressOf(pattern)] as const);

/** Matches the addresses, with their queries, that have a pattern. */
export function addressOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?(?:\\?|$)`);
}

/** The pattern of what a request asks for, never its address: the route, or the page's where all pages are one route. */
export function routeName({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const route = routeOptions.url ?? '';
  return route === '/*' ? (PAGES.find(([, address]) => address.test(url))?.[0] ?? route) : route;
}
