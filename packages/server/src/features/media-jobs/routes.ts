import type { MediaStep } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/mount.ts';
import { selectMediaJobs } from './job-queries.ts';
import { requestStep, retryMediaJob } from './media-jobs.ts';
import { choosePoster, listPosters, type PosterDesk } from './posters.ts';
import { selectReruns } from './rerun-queries.ts';
import { startRerun, stopRerun } from './reruns.ts';
import { toMediaJob, toMediaRerun } from './view.ts';

export function mediaJobRoutes(desk: PosterDesk): Handlers['mediaJobs'] {
  const { db } = desk;
  return {
    list: ({ limit, ...filter }) => listJobs(db, limit, filter),
    retry: async ({ id }) => toMediaJob(await retryMediaJob(db, id)),
    async rerun({ step, videoId, sourceId = null }) {
      if (videoId !== undefined) return { job: toMediaJob(await requestOne(db, videoId, step)), rerun: null };
      return { job: null, rerun: toMediaRerun(await startRerun(db, { step, sourceId })) };
    },
    reruns: async ({ limit }) => (await selectReruns(db, { limit })).map(toMediaRerun),
    stopRerun: async ({ id }) => toMediaRerun(await stopRerun(db, Number(id))),
    posters: ({ id }) => listPosters(desk, id),
    choosePoster: async ({ id, atSeconds }) => toMediaJob(await choosePoster(db, id, atSeconds)),
  };
}

function requestOne(db: Db, videoId: string, step: MediaStep) {
  return db.transaction().execute((tx) => requestStep(tx, videoId, step));
}

async function listJobs(db: Db, limit: number, filter: Parameters<typeof selectMediaJobs>[2]) {
  const rows = await selectMediaJobs(db, limit + 1, filter);
  const page = rows.slice(0, limit);
  return { jobs: page.map(toMediaJob), next: rows.length > limit ? (page.at(-1)?.position ?? null) : null };
}
