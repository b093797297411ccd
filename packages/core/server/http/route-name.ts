import { PAGE_PATTERNS } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';

const PAGES = Object.values(PAGE_PATTERNS).map((pattern) => [pattern, addressOf(pattern)] as const);

/** Matches a pattern's addresses, with queries. */
export function addressOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?(?:\\?|$)`);
}

/** The route's or page's pattern, never an address. */
export function routeName({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const route = routeOptions.url ?? '';
  return route === '/*' ? (PAGES.find(([, address]) => address.test(url))?.[0] ?? route) : route;
}
