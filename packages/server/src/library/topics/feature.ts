import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import * as jobs from './jobs.ts';
import { moveTopics } from './moves.ts';

export const topicsFeature = defineFeature({
  room: 'library/topics',
  tables: {
    categories: { clearing: 'changes' },
    category_rules: { clearing: 'keeps' },
    tag_rules: { clearing: 'keeps' },
    topic_moves: { clearing: 'keeps' },
    topic_settings: { clearing: 'keeps' },
  },
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    moveTopicsJob: (_data, { signal }) => moveTopics(db, signal),
  })),
});
