import type pg from 'pg';
import { selectLatestRuns, selectProblems, startCrawl } from '../features/crawler/index.ts';
import { addDownload, countByStatus, selectLatestDownloads } from '../features/downloads/index.ts';
import { why } from '../features/ledger/index.ts';
import { addSource, selectSources, setSourceEnabled } from '../features/sources/index.ts';
import { removeVideo } from '../features/videos/index.ts';
import type { Queue } from '../jobs/queue.ts';
import { AppError } from '../lib/app-error.ts';
import { cleanNow } from './cleaning.ts';
import { type Command, required } from './command.ts';
import type { Base } from './compose.ts';
import { composeQueue, prepareQueue } from './compose-queue.ts';
import { domainCommands } from './domain-commands.ts';
import { mailCommands } from './mail-commands.ts';
import { watchRun } from './watch-run.ts';

const table: Record<string, Command> = {
  'source add': {
    operands: 'URL --name NAME [--quota N] [--if-missing]',
    about: 'adds a sitemap as a source; the quota is a day',
    async run({ base, operands, options, print }) {
      const url = required(operands[0], 'the address of the sitemap');
      const name = required(options.name as string | undefined, '--name');
      const dailyQuota = wholeNumber(options.quota, '--quota');
      try {
        const source = await addSource(base.db, { name, url, dailyQuota });
        print(`Added the source ${source.name} (${source.id}).`);
      } catch (error) {
        const known = error instanceof AppError && error.code === 'conflict';
        if (!known || !options['if-missing']) throw error;
      }
    },
  },
  'source list': {
    about: 'lists the sources',
    async run({ base, print }) {
      for (const source of await selectSources(base.db)) {
        const state = source.enabled ? 'Active' : 'Disabled';
        print(
          `${source.id}  ${state.padEnd(8)}  ${source.daily_quota}/day  ${source.name}  ${source.base_url}`,
        );
      }
    },
  },
  'source enable': {
    operands: 'ID',
    about: 'lets the crawler read a source',
    run: ({ base, operands }) => switchSource(base, operands[0], true),
  },
  'source disable': {
    operands: 'ID',
    about: 'keeps the crawler from a source',
    run: ({ base, operands }) => switchSource(base, operands[0], false),
  },
  crawl: {
    operands: '[--target N] [--wait] [--if-idle]',
    about: 'starts a crawler run; the worker does it',
    async run({ base, connection, options, print }) {
      const target = wholeNumber(options.target, '--target');
      const [latest] = await selectLatestRuns(base.db, 1);
      const going = latest?.status === 'running' && options['if-idle'] ? latest : undefined;
      const run =
        going ?? (await withQueue(base, connection, (queue) => startCrawl({ db: base.db, queue }, target)));
      print(going ? 'A crawler run is going on.' : `The crawler run ${run.id} has started.`);
      if (options.wait) await watchRun(base.db, run.id, print);
    },
  },
  'download add': {
    operands: 'URL',
    about: 'queues the video of one page or file',
    async run({ base, connection, operands, print }) {
      const url = required(operands[0], 'an address');
      await withQueue(base, connection, (queue) => addDownload(base.db, queue, url));
      print('Download queued');
    },
  },
  jobs: {
    operands: '[--limit N]',
    about: 'shows the latest downloads and how many there are of each state',
    async run({ base, options, print }) {
      for (const job of await selectLatestDownloads(base.db, wholeNumber(options.limit, '--limit') ?? 20)) {
        print(
          `${job.status.padEnd(10)} ${String(job.progress).padStart(3)} %  ${job.source_url}  ${job.error ?? ''}`,
        );
      }
      const counts = await countByStatus(base.db);
      print(
        Object.entries(counts)
          .map(([status, n]) => `${status}: ${n}`)
          .join(', ') || 'There are no downloads.',
      );
    },
  },
  runs: {
    operands: '[--limit N]',
    about: 'shows the latest crawler runs and what they could not read',
    async run({ base, options, print }) {
      for (const run of await selectLatestRuns(base.db, wholeNumber(options.limit, '--limit') ?? 5)) {
        const counts = `added ${run.videos_added} of ${run.target_count}, failed ${run.videos_failed}`;
        print(`${run.started_at.toISOString()}  ${run.status.padEnd(9)}  ${counts}  ${run.error ?? ''}`);
        for (const problem of await selectProblems(base.db, run.id))
          print(`    ${problem.url}: ${problem.message}`);
      }
    },
  },
  why: {
    operands: 'URL',
    about: 'says why the video of an address is not here, or that it is',
    async run({ base, operands, print }) {
      const { decision, reason, source } = await why(base.db, required(operands[0], 'an address'));
      const from = source ? ` (source: ${source.name})` : '';
      print(`${decision === null ? '' : `${decision}: `}${reason}${from}`);
    },
  },
  'video remove': {
    operands: 'ID',
    about: 'takes a video off everything public; its address does not come back',
    async run({ base, operands, print }) {
      const done = await removeVideo(base.db, required(operands[0], 'the id of a video'));
      if (!done) throw new AppError('not_found', 'There is no such video.');
      print('The video is removed.');
    },
  },
  clean: {
    operands: '[--all]',
    about: 'removes files that nothing names; with --all also those younger than ten minutes',
    async run({ base, options, print }) {
      const report = await cleanNow(base, AbortSignal.timeout(6 * 3600 * 1000), options.all ? 0 : undefined);
      print(
        `Checked ${report.filesChecked} files, removed ${report.filesRemoved} (${report.bytesFreed} bytes) ` +
          `and ${report.workFoldersRemoved} left-over work folders.`,
      );
    },
  },
};

/** Every command, by its words. */
export const commands = new Map(Object.entries<Command>({ ...table, ...domainCommands, ...mailCommands }));

async function switchSource({ db }: Base, id: string | undefined, enabled: boolean): Promise<void> {
  const done = await setSourceEnabled(db, required(id, 'the id of a source'), enabled);
  if (!done) throw new AppError('not_found', 'There is no such source.');
}

async function withQueue<T>(
  base: Base,
  connection: pg.PoolConfig,
  use: (queue: Queue) => Promise<T>,
): Promise<T> {
  await prepareQueue(connection, base.log);
  const { boss, queue } = await composeQueue(connection, base.log);
  return use(queue).finally(() => boss.stop({ graceful: false }));
}

function wholeNumber(value: string | boolean | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new AppError('bad_request', `${name} must be a whole number.`);
  }
  return Number(value);
}
