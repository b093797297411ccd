import { defineFeature, type OnStop } from '@vesper/core/feature.ts';
import type { Crawlers } from './crawlers.ts';

export const crawlersFeature = defineFeature({
  room: 'site/crawlers',
  tables: {
    crawler_visits: { clearing: 'keeps' },
  },
  mount(app, { crawlers, onStop }: { crawlers: Crawlers; onStop: OnStop }) {
    onStop(crawlers.stop);
    app.addHook('onResponse', async (request) => {
      const userAgent = String(request.headers['user-agent'] ?? '');
      await crawlers.note({ address: request.ip, userAgent });
    });
  },
});
