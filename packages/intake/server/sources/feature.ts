import { routes, type VideoSource } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures } from '@vesper/core/figures.ts';
import { sourceCommands } from './commands.ts';
import { selectGoodReadings } from './queries.ts';
import { sourceRoutes } from './routes.ts';
import type { Sources } from './sources.ts';

interface SourceCallDeps extends Sources {
  looks: { lookAt(source: VideoSource): Promise<unknown> };
}

const MOST_MEASURED = 200;

export const sourcesFeature = defineFeature({
  room: 'intake/sources',
  tables: {
    source_permissions: { clearing: 'keeps', shownBy: [routes.sources] },
    video_sources: { clearing: 'keeps', shownBy: [routes.sources, routes.sitemapCrawls] },
  },
  calls: ({ db, queue, clock, requireYtdlp, looks }: SourceCallDeps) => ({
    sources: sourceRoutes({ db, queue, clock, requireYtdlp }, looks.lookAt),
  }),
  figures: defineFigures(
    {
      source_last_good_reading_timestamp_seconds: {
        help: 'Latest time at which an enabled source can have been read successfully; the oldest 200 sources',
        labels: ['source', 'name'],
      },
    },
    async ({ db }: { db: Db }) => ({
      source_last_good_reading_timestamp_seconds: (await selectGoodReadings(db, MOST_MEASURED)).map(
        ({ id, name, lastGoodAt }) => ({ labels: { source: id, name }, value: lastGoodAt.getTime() / 1000 }),
      ),
    }),
  ),
  commands: sourceCommands,
});
