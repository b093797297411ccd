import type { Db } from '@vesper/core/db/pool.ts';
import type { AdminContext, Handlers } from '@vesper/core/http/mount.ts';
import { listFailures } from '@vesper/core/jobs/counts.ts';
import { CANCELLED, manyChanged, PUT_BACK, steeringCalls } from '@vesper/core/jobs/steering.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type CountReturned, selectClearings, viewClearing } from './clearing-queries.ts';
import { addDownload, addDownloads } from './download-jobs.ts';
import { countByFilter, listDownloads } from './download-list.ts';
import { countByStatus, type DownloadJobRow } from './download-queries.ts';
import {
  auditedDownload,
  cancelPendingOfLane,
  clearPending,
  DOWNLOADS,
  retryFailedDownloads,
  undoClearing,
} from './steering.ts';
import { countMoving, returnProcessing } from './steering-queries.ts';
import { toDownloadCounts, toDownloadJob } from './view.ts';

export interface DownloadDeps {
  db: Db;
  clock: Clock;
  countReturned: CountReturned;
}

export function downloadRoutes({ db, clock, countReturned }: DownloadDeps): Handlers['downloads'] {
  const view = (row: DownloadJobRow) => toDownloadJob(row, clock.now());
  const many = (count: number, context: AdminContext, outcome: string) =>
    manyChanged('download', { count, outcome }, context);
  return {
    ...steeringCalls(db, DOWNLOADS, view),
    list: async (query) => (await listDownloads(db, query)).map(view),
    counts: async () => toDownloadCounts(await countByStatus(db)),
    count: (filter) => countByFilter(db, filter),
    failures: () => listFailures(db, 'download_jobs'),
    async add({ sourceUrl }, { act }) {
      const row = await addDownload(db, sourceUrl);
      act.changed({ subject: row.id, after: auditedDownload(row) });
      return view(row);
    },
    async addBulk({ sourceUrls }, { act }) {
      const { rows, ...numbers } = await addDownloads(db, sourceUrls);
      act.changed({ after: { count: numbers.count } });
      return { jobs: rows.map(view), ...numbers };
    },
    async clearPending(_, context) {
      const cleared = await clearPending(db);
      const clearing = cleared ? viewClearing(cleared) : null;
      return { ...many(cleared?.jobs ?? 0, context, 'removed from the queue'), clearing };
    },
    clearings: async () => (await selectClearings(db)).map(viewClearing),
    async undoClearing({ id }, context) {
      const { count, cleared } = await undoClearing(db, id, countReturned);
      const { message } = many(count, context, PUT_BACK);
      return { message: `${message}${notPutBackMessage(cleared - count)}`, count };
    },
    moving: () => countMoving(db),
    resetStuck: async ({ keepMoving = false }, context) =>
      many(await returnProcessing(db, { keepMoving }), context, PUT_BACK),
    retryFailed: async ({ errorClass, sourceId: lane, runId }, context) =>
      many(await retryFailedDownloads(db, { errorClass, lane, runId }), context, PUT_BACK),
    cancelPending: async ({ sourceId }, context) =>
      many(await cancelPendingOfLane(db, sourceId), context, CANCELLED),
  };
}

function notPutBackMessage(count: number): string {
  if (count === 0) return '';
  const them = count === 1 ? '1 was not: it is' : `${count} were not: they are`;
  return ` ${them} already queued again, already in the library, or no longer wanted.`;
}
