import { routes } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';

export const CRAWLER_POLL_MS = 5_000;

export function useCrawlerStatus() {
  return useAdminQuery(routes.crawler.status, {}, { pollMs: CRAWLER_POLL_MS });
}

export function useStartCrawler() {
  return useAdminMutation({
    run: (client) => client.crawler.start(),
    failure: 'Failed to start crawler',
    success: () => ({ title: 'Crawler started' }),
  });
}
