import { endingOf } from '@vesper/contract';
import {
  formatRunCounts,
  runError,
  selectLatestRuns,
  selectProblems,
  startCrawl,
  stopCrawl,
} from '../intake/crawler/index.ts';
import {
  addDownload,
  countByStatus,
  type DownloadJobRow,
  selectLatestDownloads,
} from '../intake/downloads/index.ts';
import { why } from '../intake/ledger/index.ts';
import { AppError } from '../kernel/lib/app-error.ts';
import { removeVideo } from '../library/videos/index.ts';
import { NO_WORKER, operationState } from '../site/operation/index.ts';
import { cleanNow } from '../upkeep/storage/index.ts';
import { adminCommands } from './admin-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { type Command, required, wholeNumber, withQueue } from './command.ts';
import type { Base } from './compose.ts';
import { watchDisks } from './disks.ts';
import { domainCommands } from './domain-commands.ts';
import { mailCommands } from './mail-commands.ts';
import { mediaCommands } from './media-commands.ts';
import { sourceCommands } from './source-commands.ts';
import { statusCommand } from './status-command.ts';
import { storageCommands } from './storage-commands.ts';
import { watchRun } from './watch-run.ts';

const table: Record<string, Command> = {
  status: statusCommand,
  crawl: {
    operands: '[--target N] [--wait] [--if-idle]',
    about: 'starts a crawler run; a worker does it',
    async run({ base, connection, options, print }) {
      const target = wholeNumber(options.target, '--target');
      const [latest] = await selectLatestRuns(base.db, 1);
      const going = latest?.status === 'running' && options['if-idle'] ? latest : undefined;
      const run =
        going ?? (await withQueue(base, connection, (queue) => startCrawl({ db: base.db, queue }, target)));
      print(going ? 'A crawler run is in progress.' : `The crawler run ${run.id} has started.`);
      if (await isWithoutWorker(base)) print(`It waits for a worker. ${NO_WORKER}`);
      if (options.wait) await watchRun(base.db, run.id, print);
    },
  },
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
  'crawl stop': {
    about: 'stops the current run and cancels its waiting downloads',
    async run({ base, print }) {
      print(`The crawler was stopped; ${await stopCrawl(base)} waiting downloads were cancelled.`);
    },
  },
  runs: {
    operands: '[--limit N]',
    about: 'shows the latest crawler runs and what they could not read',
    readsOnly: true,
    async run({ base, options, print }) {
      for (const run of await selectLatestRuns(base.db, wholeNumber(options.limit, '--limit') ?? 5)) {
        const counts = `${formatRunCounts(run)}, target ${run.target_count}`;
        print(`${run.started_at.toISOString()}  ${run.status.padEnd(9)}  ${counts}  ${runError(run) ?? ''}`);
        for (const problem of await selectProblems(base.db, run.id))
          print(`    ${problem.url}: ${problem.message}`);
      }
      if (await isWithoutWorker(base)) print(NO_WORKER);
    },
  },
  why: {
    operands: 'URL',
    about: 'says whether the video of an address is here, and if not, why',
    readsOnly: true,
    async run({ base, operands, print }) {
      const { decision, reason, source } = await why(base.db, required(operands[0], 'an address'));
      const from = source ? ` (source: ${source.name})` : '';
      print(`${decision === null ? '' : `${decision}: `}${reason}${from}`);
    },
  },
  'video remove': {
    operands: 'ID',
    about: 'removes a video from everything public; its address stays blocked',
    async run({ base, operands, print }) {
      const done = await removeVideo(base.db, required(operands[0], 'the id of a video'));
      if (!done) throw new AppError('not_found', 'This video does not exist.');
      print('The video is removed.');
    },
  },
  clean: {
    operands: '[--all]',
    about: 'removes unnamed files; with --all also those younger than ten minutes',
    async run({ base, options, print }) {
      const report = await cleanNow(base, AbortSignal.timeout(6 * 3600 * 1000), options.all ? 0 : undefined);
      print(
        `Checked ${report.filesChecked} files, removed ${report.filesRemoved} (${report.bytesFreed} bytes) ` +
          `and ${report.workFoldersRemoved} left-over work folders.`,
      );
      for (const fault of report.faults) print(fault);
      if (report.faults.length > 0) process.exitCode = 1;
    },
  },
};

async function isWithoutWorker({ db, config }: Base): Promise<boolean> {
  return (await operationState(db, watchDisks(config))).workers.length === 0;
}

/** A download's status, or how it failed. */
function formatEnding(job: DownloadJobRow): string {
  const { status, error_class: errorClass, cancelled_at: cancelledAt } = job;
  return (endingOf({ status, errorClass, cancelled: cancelledAt !== null }) ?? status).replace('_', ' ');
}

/** Every command, by its words. */
export const commands = new Map(
  Object.entries<Command>({
    ...sourceCommands,
    ...table,
    ...storageCommands,
    ...mediaCommands,
    ...domainCommands,
    ...mailCommands,
    ...adminCommands,
    ...auditCommands,
  }),
);
