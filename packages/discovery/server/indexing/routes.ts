import type { Handlers } from '@vesper/core/http/mount.ts';
import type { RenderPage } from '@vesper/core/http/page-renderer.ts';
import { visitsByEngine } from '@vesper/site/crawlers';
import { type IndexingDeps, pageStates, sitemapStates } from './page-states.ts';
import { seenPage } from './seen-page.ts';

export function indexingRoutes(
  deps: IndexingDeps & { renderPage: RenderPage },
): Omit<Handlers['indexing'], 'indexNow'> {
  return {
    states: ({ domain = '' }) => pageStates(deps, domain),
    sitemaps: ({ domain = '' }) => sitemapStates(deps, domain),
    visits: async () =>
      (await visitsByEngine(deps.db)).map(({ lastAt, ...visits }) => ({
        ...visits,
        lastAt: lastAt?.toISOString() ?? null,
      })),
    page: ({ url }) => seenPage(deps, url),
  };
}
