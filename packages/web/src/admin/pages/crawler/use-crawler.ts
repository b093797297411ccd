import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { CRAWLER_LISTS, CRAWLER_POLL_MS, STATUS_PATH } from './crawler-paths.ts';

export function useCrawlerStatus() {
  return useAdminQuery(STATUS_PATH, (client) => client.crawler.status(), { pollMs: CRAWLER_POLL_MS });
}

export function useStartCrawler() {
  return useAdminMutation({
    run: (client) => client.crawler.start(),
    failure: 'Failed to start crawler',
    refreshes: CRAWLER_LISTS,
    success: () => ({ title: 'Crawler started' }),
  });
}
