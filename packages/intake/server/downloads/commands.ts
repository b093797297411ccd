import { endingOf } from '@vesper/contract';
import { type Command, required, wholeNumber } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { addDownload, countByStatus, type DownloadJobRow, selectLatestDownloads } from './index.ts';

type Parts = { base: { db: Db } };

export const downloadCommands: Record<string, Command<Parts>> = {
  'download add': {
    operands: 'URL',
    about: 'queues the video of one page or file',
    async run({ base, operands, print }) {
      await addDownload(base.db, required(operands[0], 'an address'));
      print('Download queued');
    },
  },
  jobs: {
    operands: '[--limit N]',
    about: 'shows the latest downloads and their number by state',
    readsOnly: true,
    async run({ base, options, print }) {
      for (const job of await selectLatestDownloads(base.db, wholeNumber(options.limit, '--limit') ?? 20)) {
        print(
          `${formatEnding(job).padEnd(10)} ${String(job.progress).padStart(3)} %  ${job.source_url}  ${job.error ?? ''}`,
        );
      }
      const counts = await countByStatus(base.db);
      print(
        Object.entries(counts)
          .filter(([, n]) => n > 0)
          .map(([state, n]) => `${state.replace('_', ' ')}: ${n}`)
          .join(', ') || 'There are no downloads.',
      );
    },
  },
};

function formatEnding(job: DownloadJobRow): string {
  const { status, error_class: errorClass, cancelled_at: cancelledAt } = job;
  return (endingOf({ status, errorClass, cancelled: cancelledAt !== null }) ?? status).replace('_', ' ');
}
