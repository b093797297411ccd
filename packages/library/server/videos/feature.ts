import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature, type OnStop } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { DomainDirectory } from '@vesper/site/domains';
import type { ChangeFeed } from '@vesper/site/live';
import type { EmbedProviders } from '../embeds/index.ts';
import type { Refusals } from '../refusals/index.ts';
import { refreshSearchRanks } from '../search/index.ts';
import { adoptPlayers } from './adopt-players.ts';
import { videoCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { refreshFacetViews, refreshViewedFacets } from './lists/browse.ts';
import { refreshRelated } from './related/related.ts';
import { renewRelated } from './related/renew-related.ts';
import { categoryRoutes, videoRoutes } from './routes.ts';
import { showScheduled } from './show-scheduled.ts';
import { listCategories, type PublicVideosFor } from './videos.ts';
import { createVideoViewCounter } from './views.ts';

interface VideoWork {
  db: Db;
  queue: Queue;
  refusals: Refusals;
  log: Log;
  config: { embedProviders: EmbedProviders };
}

interface VideoCallDeps {
  db: Db;
  clock: Clock;
  counts: Counts;
  log: Log;
  publicVideosFor: PublicVideosFor;
  domains: DomainDirectory;
  feed: ChangeFeed;
  onStop: OnStop;
  refusals: Refusals;
}

/** Pages show cached categories, invalidated by the change feed; without it, within two seconds. */
const CATEGORIES_MS = 500;

export const videosFeature = defineFeature({
  room: 'library/videos',
  tables: {
    catalogue_totals: { clearing: 'changes', shownBy: [routes.statistics.totals] },
    gone_videos: { clearing: 'keeps' },
    library: { clearing: 'changes' },
    list_buckets: { clearing: 'empties' },
    related_videos: { clearing: 'empties' },
    related_walk: { clearing: 'keeps' },
    source_pictures: { clearing: 'empties' },
    tag_totals: { clearing: 'empties' },
    uncopied_views: { clearing: 'empties' },
    video_count_changes: { clearing: 'changes' },
    video_counts: { clearing: 'changes' },
    video_facets: { clearing: 'empties' },
    video_redirects: { clearing: 'follows' },
    video_tags: { clearing: 'empties' },
    videos: { clearing: 'follows', shownBy: [routes.videos] },
  },
  calls({ db, clock, counts, log, publicVideosFor, domains, feed, onStop, refusals }: VideoCallDeps) {
    const views = createVideoViewCounter({ db, clock, counts, log });
    views.start();
    onStop(views.stop);
    const categories = createHeld(() => listCategories(db, refusals), CATEGORIES_MS);
    feed.watch(['categories', 'category_rules', 'refused_terms', 'refusal_settings'], categories.forget);
    return {
      videos: videoRoutes(publicVideosFor, views, { domains, refusals }),
      categories: categoryRoutes({ db, refusals }, categories),
    };
  },
  jobs: bindJobs(jobs, ({ db, queue, refusals, log, config }: VideoWork) => ({
    relatedJob: ({ videoId }) => refreshRelated(db, videoId),
    showScheduledJob: (_data, { signal }) => showScheduled({ db, queue, refusals }, signal),
    renewRelatedJob: (_data, { signal }) => renewRelated(db, { signal }),
    facetViewsJob: (_data, { signal }) => refreshViewedFacets(db, signal),
    async searchRanksJob(_data, { signal }) {
      await refreshFacetViews(db, signal);
      await refreshSearchRanks(db, signal);
    },
    async adoptPlayersJob(_data, { signal }) {
      const adopted = await adoptPlayers(db, config.embedProviders, signal);
      if (adopted > 0) log.info({ adopted }, 'Embedded videos were matched with their providers.');
    },
  })),
  commands: videoCommands,
});
