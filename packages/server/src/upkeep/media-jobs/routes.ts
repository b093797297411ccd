import type { DownloadsChanged } from '@vesper/contract';
import type { AdminContext, Handlers } from '../../kernel/http/mount.ts';
import { countByFilter, listFailures, listMediaJobs } from './job-list.ts';
import type { ListedJobRow } from './job-queries.ts';
import { countMediaJobsByStatus } from './list-queries.ts';
import {
  cancelChosenJobs,
  cancelMediaJob,
  moveUpMediaJob,
  rerunStep,
  retryChosenJobs,
  retryFailedJobs,
  retryMediaJob,
} from './media-jobs.ts';
import { choosePoster, listPosters, type PosterDeps } from './posters.ts';
import { listReruns, oldStreams, stopRerun } from './reruns.ts';
import { toMediaJob } from './view.ts';

export function mediaJobRoutes(deps: PosterDeps): Handlers['mediaJobs'] {
  const { db } = deps;
  return {
    list: (query) => listMediaJobs(db, query),
    counts: () => countMediaJobsByStatus(db),
    count: (filter) => countByFilter(db, filter),
    failures: () => listFailures(db),
    retry: async ({ id }, context) => one(await retryMediaJob(db, id), context),
    cancel: async ({ id }, context) => one(await cancelMediaJob(db, id), context),
    moveUp: async ({ id }, context) => one(await moveUpMediaJob(db, id), context),
    retryFailed: async ({ errorClass, step, sourceId, rerunId }, context) => {
      const scope = sourceId ? { sourceId } : rerunId ? { rerunId } : undefined;
      return many(await retryFailedJobs(db, { errorClass, step, scope }), context, 'put back into the queue');
    },
    retryChosen: async ({ ids }, context) =>
      many(await retryChosenJobs(db, ids), context, 'put back into the queue'),
    cancelChosen: async ({ ids }, context) => many(await cancelChosenJobs(db, ids), context, 'cancelled'),
    async rerun(input, { act }) {
      const started = await rerunStep(db, input);
      act.changed({ subject: started.rerun?.id ?? started.job?.id ?? '', after: { step: input.step } });
      return started;
    },
    reruns: ({ limit }) => listReruns(db, limit),
    oldStreams: () => oldStreams(db),
    async stopRerun({ id }, { act }) {
      const rerun = await stopRerun(db, Number(id));
      act.changed({ subject: id, after: { state: rerun.state } });
      return rerun;
    },
    posters: ({ id }) => listPosters(deps, id),
    async choosePoster({ id, ...choice }, { act }) {
      const job = toMediaJob(await choosePoster(db, id, choice));
      act.changed({ subject: id, after: { atSeconds: choice.atSeconds } });
      return job;
    },
  };
}

function one(row: ListedJobRow, { act }: AdminContext) {
  const { step, status, priority } = row;
  act.changed({ subject: row.id, after: { videoId: row.video_id, step, status, priority } });
  return toMediaJob(row);
}

function many(count: number, { act }: AdminContext, whatBecame: string): DownloadsChanged {
  act.changed({ after: { count } });
  return { message: `${count === 1 ? '1 job was' : `${count} jobs were`} ${whatBecame}.`, count };
}
