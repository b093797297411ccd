import type { Handlers } from '../../http/mount.ts';
import { listMediaJobs, rerunStep, retryMediaJob } from './media-jobs.ts';
import { choosePoster, listPosters, type PosterDesk } from './posters.ts';
import { listReruns, stopRerun } from './reruns.ts';
import { toMediaJob } from './view.ts';

export function mediaJobRoutes(desk: PosterDesk): Handlers['mediaJobs'] {
  const { db } = desk;
  return {
    list: (query) => listMediaJobs(db, query),
    retry: async ({ id }) => toMediaJob(await retryMediaJob(db, id)),
    rerun: (input) => rerunStep(db, input),
    reruns: ({ limit }) => listReruns(db, limit),
    stopRerun: ({ id }) => stopRerun(db, Number(id)),
    posters: ({ id }) => listPosters(desk, id),
    choosePoster: async ({ id, atSeconds }) => toMediaJob(await choosePoster(db, id, atSeconds)),
  };
}
