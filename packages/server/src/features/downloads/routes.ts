import type { DownloadsChanged } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/mount.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { addDownload, addDownloads } from './download-jobs.ts';
import {
  countByStatus,
  type DownloadJobRow,
  selectDownload,
  selectLatestDownloads,
} from './download-queries.ts';
import { cancelDownload, clearPending, resetStuck, retryDownload, retryFailedDownloads } from './steering.ts';
import { toDownloadCounts, toDownloadJob } from './view.ts';

export function downloadRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['downloads'] {
  const view = (row: DownloadJobRow) => toDownloadJob(row, clock.now());
  return {
    async list({ limit, status, before }) {
      const position = before === undefined ? undefined : await positionOf(db, before);
      const rows = await selectLatestDownloads(db, limit, { status, before: position });
      return rows.map(view);
    },
    counts: async () => toDownloadCounts(await countByStatus(db)),
    add: async ({ sourceUrl }) => view(await addDownload(db, sourceUrl)),
    async addBulk({ sourceUrls }) {
      const { rows, ...numbers } = await addDownloads(db, sourceUrls);
      return { jobs: rows.map(view), ...numbers };
    },
    clearPending: async () => changed(await clearPending(db), (n) => `${n} removed from the queue.`),
    resetStuck: async () => changed(await resetStuck(db), (n) => `${n} put back into the queue.`),
    retryFailed: async ({ errorClass }) =>
      changed(await retryFailedDownloads(db, errorClass), (n) => `${n} put back into the queue.`),
    cancel: async ({ id }) => view(await cancelDownload(db, id)),
    retry: async ({ id }) => view(await retryDownload(db, id)),
  };
}

async function positionOf(db: Db, id: string): Promise<number> {
  const job = await selectDownload(db, id);
  if (!job) throw new AppError('not_found', 'There is no such download.');
  return job.position;
}

function changed(count: number, sentence: (downloads: string) => string): DownloadsChanged {
  const downloads = count === 1 ? '1 download was' : `${count} downloads were`;
  return { message: sentence(downloads), count };
}
