import { routes, type VideoSource } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import { sourceCommands } from './commands.ts';
import { sourceRoutes } from './routes.ts';
import type { Sources } from './sources.ts';

interface SourceCallDeps extends Sources {
  looks: { lookAt(source: VideoSource): Promise<unknown> };
}

export const sourcesFeature = defineFeature({
  room: 'intake/sources',
  tables: {
    source_permissions: { clearing: 'keeps', shownBy: [routes.sources] },
    video_sources: {
      clearing: 'keeps',
      shownBy: [routes.sources, routes.takedowns.strikes, routes.health.survival, routes.sitemapCrawls],
    },
  },
  calls: ({ db, queue, clock, requireYtdlp, looks }: SourceCallDeps) => ({
    sources: sourceRoutes({ db, queue, clock, requireYtdlp }, looks.lookAt),
  }),
  commands: sourceCommands,
});
