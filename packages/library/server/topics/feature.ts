import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Refusals } from '../refusals/index.ts';
import * as jobs from './jobs.ts';
import { moveTopics } from './moves.ts';
import { topicRoutes } from './routes.ts';

export const topicsFeature = defineFeature({
  room: 'library/topics',
  tables: {
    gone_categories: { clearing: 'keeps' },
    categories: { clearing: 'changes', shownBy: [routes.categories, routes.topics.get] },
    category_rules: { clearing: 'keeps', shownBy: [routes.topics.rule, routes.topics.get] },
    tag_rules: { clearing: 'keeps', shownBy: [routes.topics.tagRules, routes.topics.tags] },
    topic_moves: { clearing: 'keeps', shownBy: [routes.topics.moves, routes.topics.get, routes.topics.tags] },
    topic_settings: { clearing: 'keeps' },
  },
  calls: ({ db, queue, refusals }: { db: Db; queue: Queue; refusals: Refusals }) => ({
    topics: topicRoutes({ db, queue, refusals }),
  }),
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    moveTopicsJob: (_data, { signal }) => moveTopics(db, signal),
  })),
});
