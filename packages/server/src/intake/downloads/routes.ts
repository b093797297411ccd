import type { DownloadsChanged } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { AdminContext, Handlers } from '../../kernel/http/mount.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { selectClearings, viewClearing } from './clearing-queries.ts';
import { addDownload, addDownloads } from './download-jobs.ts';
import { countByFilter, listDownloads, listFailures } from './download-list.ts';
import { countByStatus, type DownloadJobRow } from './download-queries.ts';
import {
  cancelChosen,
  cancelDownload,
  cancelPendingOfLane,
  clearPending,
  moveUpDownload,
  resetStuck,
  retryChosen,
  retryDownload,
  retryFailedDownloads,
  undoClearing,
} from './steering.ts';
import { countMoving } from './steering-queries.ts';
import { toDownloadCounts, toDownloadJob } from './view.ts';

export function downloadRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['downloads'] {
  const view = (row: DownloadJobRow) => toDownloadJob(row, clock.now());
  /** One download was changed. */
  const one = (row: DownloadJobRow, { act }: AdminContext) => {
    const { source_url: sourceUrl, status, priority } = row;
    act.changed({ subject: row.id, after: { sourceUrl, status, priority } });
    return view(row);
  };
  /** Many were. */
  const many = (count: number, { act }: AdminContext, sentence: (downloads: string) => string) => {
    act.changed({ after: { count } });
    return changed(count, sentence);
  };
  return {
    list: async (query) => (await listDownloads(db, query)).map(view),
    counts: async () => toDownloadCounts(await countByStatus(db)),
    count: (filter) => countByFilter(db, filter),
    failures: () => listFailures(db),
    add: async ({ sourceUrl }, context) => one(await addDownload(db, sourceUrl), context),
    async addBulk({ sourceUrls }, { act }) {
      const { rows, ...numbers } = await addDownloads(db, sourceUrls);
      act.changed({ after: { count: numbers.count } });
      return { jobs: rows.map(view), ...numbers };
    },
    async clearPending(_, context) {
      const cleared = await clearPending(db);
      const clearing = cleared ? viewClearing(cleared) : null;
      return { ...many(cleared?.jobs ?? 0, context, REMOVED), clearing };
    },
    clearings: async () => (await selectClearings(db)).map(viewClearing),
    async undoClearing({ id }, context) {
      const { count, cleared } = await undoClearing(db, id);
      const { message } = many(count, context, PUT_BACK);
      return { message: `${message}${notPutBackMessage(cleared - count)}`, count };
    },
    moving: () => countMoving(db),
    resetStuck: async ({ keepMoving = false }, context) =>
      many(await resetStuck(db, { keepMoving }), context, PUT_BACK),
    retryFailed: async ({ errorClass, sourceId: lane, runId }, context) =>
      many(await retryFailedDownloads(db, { errorClass, lane, runId }), context, PUT_BACK),
    retryChosen: async ({ ids }, context) => many(await retryChosen(db, ids), context, PUT_BACK),
    cancelChosen: async ({ ids }, context) => many(await cancelChosen(db, ids), context, ENDED),
    cancelPending: async ({ sourceId }, context) =>
      many(await cancelPendingOfLane(db, sourceId), context, ENDED),
    moveUp: async ({ id }, context) => one(await moveUpDownload(db, id), context),
    cancel: async ({ id }, context) => one(await cancelDownload(db, id), context),
    retry: async ({ id }, context) => one(await retryDownload(db, id), context),
  };
}

const REMOVED = (downloads: string) => `${downloads} removed from the queue.`;
const PUT_BACK = (downloads: string) => `${downloads} put back into the queue.`;
/** Of what was cleared, not everything can come back. */
function notPutBackMessage(count: number): string {
  if (count === 0) return '';
  const [them, wait] = count === 1 ? ['1 was not: it waits', 'is'] : [`${count} were not: they wait`, 'are'];
  return ` ${them} again already, ${wait} here by now, or not wanted any more.`;
}

const ENDED = (downloads: string) => `${downloads} cancelled.`;

function changed(count: number, sentence: (downloads: string) => string): DownloadsChanged {
  const downloads = count === 1 ? '1 download was' : `${count} downloads were`;
  return { message: sentence(downloads), count };
}
