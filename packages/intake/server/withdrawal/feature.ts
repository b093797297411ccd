import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type Sources, sourceBasisJob } from '../sources/index.ts';
import { followBasis, removeWithVideos, requeueDeletions } from './deletion.ts';
import * as jobs from './jobs.ts';
import { withdrawalRoutes } from './routes.ts';

/** Effects of ended permissions and deleted sources on downloads and videos. */
export const withdrawalFeature = defineFeature({
  room: 'intake/withdrawal',
  calls: ({ db, queue, clock, requireYtdlp }: Sources) => ({
    sources: withdrawalRoutes({ db, queue, clock, requireYtdlp }),
  }),
  jobs: bindJobs(
    { ...jobs, sourceBasisJob },
    ({ db, clock, queue }: { db: Db; clock: Clock; queue: Queue }) => ({
      async sourceBasisJob(_data, { signal, log }) {
        await requeueDeletions(db, queue);
        const { stopped, hidden, shown } = await followBasis({ db, clock }, signal);
        if (stopped.length > 0) log.warn({ stopped }, 'Stopped sources that no valid permission covers.');
        if (hidden > 0 || shown > 0)
          log.info({ hidden, shown }, 'Updated videos after a permission began or ended.');
      },
      async deleteSourceJob({ sourceId }, { signal }) {
        await removeWithVideos({ db, clock }, sourceId, { signal });
      },
    }),
  ),
});
