import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { type BlockListDeps, tendBlockList } from './imports.ts';
import { tendBlockListJob } from './jobs.ts';
import { blockListRoutes } from './routes.ts';

export const blockListFeature = defineFeature({
  room: 'intake/block-list',
  tables: {
    block_list_imports: { clearing: 'keeps' },
    block_lists: { clearing: 'keeps' },
    blocked_addresses: { clearing: 'keeps' },
    blocked_contents: { clearing: 'keeps' },
    blocked_external_ids: { clearing: 'keeps' },
  },
  calls: ({ db, queue, clock }: BlockListDeps) => ({ blockList: blockListRoutes({ db, queue, clock }) }),
  jobs: bindJobs({ tendBlockListJob }, ({ db, clock }: Pick<BlockListDeps, 'db' | 'clock'>) => ({
    tendBlockListJob: (_data, { signal }) => tendBlockList({ db, clock }, signal),
  })),
});
