import { routes, type VideoSource } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { followBasis } from './basis.ts';
import { removeWithVideos, requeueDeletions } from './deletion.ts';
import * as jobs from './jobs.ts';
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
  jobs: bindJobs(jobs, ({ db, clock, queue }: { db: Db; clock: Clock; queue: Queue }) => ({
    async sourceBasisJob(_data, { signal, log }) {
      await requeueDeletions(db, queue);
      const { stopped, hidden, shown } = await followBasis({ db, clock }, signal);
      if (stopped.length > 0) log.warn({ stopped }, 'Sources were stopped: their bases do not cover them.');
      if (hidden > 0 || shown > 0) log.info({ hidden, shown }, 'The videos of sources follow their bases.');
    },
    async deleteSourceJob({ sourceId }, { signal }) {
      await removeWithVideos({ db, clock }, sourceId, { signal });
    },
  })),
});
