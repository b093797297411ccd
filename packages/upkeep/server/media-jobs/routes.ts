import type { Handlers } from '@vesper/core/http/mount.ts';
import { listFailures } from '@vesper/core/jobs/counts.ts';
import { manyChanged, PUT_BACK, steeringCalls } from '@vesper/core/jobs/steering.ts';
import { countMediaJobsByStatus } from './list-queries.ts';
import { countByFilter, listMediaJobs, MEDIA_JOBS, rerunStep, retryFailedJobs } from './media-jobs.ts';
import { choosePoster, listPosters, type PosterDeps } from './posters.ts';
import { listReruns, oldStreams, stopRerun } from './reruns.ts';
import { removePoster, uploadPoster } from './uploaded-poster.ts';
import { toMediaJob } from './view.ts';

export function mediaJobRoutes(deps: PosterDeps): Handlers['mediaJobs'] {
  const { db } = deps;
  return {
    ...steeringCalls(db, MEDIA_JOBS, toMediaJob),
    list: (query) => listMediaJobs(db, query),
    counts: () => countMediaJobsByStatus(db),
    count: (filter) => countByFilter(db, filter),
    failures: () => listFailures(db, 'media_jobs'),
    retryFailed: async ({ errorClass, step, sourceId, rerunId }, context) => {
      const scope = sourceId ? { sourceId } : rerunId ? { rerunId } : undefined;
      const count = await retryFailedJobs(db, { errorClass, step, scope });
      return manyChanged('job', { count, outcome: PUT_BACK }, context);
    },
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
    async uploadPoster({ id }, { readFile, act }) {
      await uploadPoster(deps, id, readFile);
      act.changed({ subject: id });
      return { id };
    },
    async removePoster({ id }, { act }) {
      await removePoster(db, id);
      act.changed({ subject: id });
      return { id };
    },
  };
}
