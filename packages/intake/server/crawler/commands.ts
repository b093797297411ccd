import { type Command, wholeNumber } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { WithQueue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { NO_WORKER, operationState } from '@vesper/site/operation';
import { countOpenOfRun } from '../downloads/index.ts';
import { type CrawlerRunRow, selectLatestRuns, selectProblems, selectRun } from './queries.ts';
import { reportOf, startCrawl, stopCrawl } from './runs.ts';
import { formatReport, formatRunCounts, runError } from './view.ts';

interface Parts {
  base: { db: Db; clock: Clock };
  disks: DiskWatch;
  withQueue: WithQueue;
}

export const crawlerCommands: Record<string, Command<Parts>> = {
  crawl: {
    operands: '[--target N] [--wait] [--if-idle]',
    about: 'starts a crawler run, which a worker carries out',
    async run({ base, disks, withQueue, options, print }) {
      const target = wholeNumber(options.target, '--target');
      if (target === 0) throw new AppError('bad_request', '--target must be at least 1.');
      const [latest] = await selectLatestRuns(base.db, 1);
      const going = latest?.status === 'running' && options['if-idle'] ? latest : undefined;
      const run = going ?? (await withQueue((queue) => startCrawl({ db: base.db, queue }, target)));
      print(going ? 'A crawler run is in progress.' : `The crawler run ${run.id} has started.`);
      if (await isWithoutWorker({ base, disks })) print(`It waits for a worker. ${NO_WORKER}`);
      if (options.wait) await watchRun(base.db, run.id, print);
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
    async run({ base, disks, options, print }) {
      for (const run of await selectLatestRuns(base.db, wholeNumber(options.limit, '--limit') ?? 5)) {
        const counts = `${formatRunCounts(run)}, target ${run.target_count}`;
        print(`${run.started_at.toISOString()}  ${run.status.padEnd(9)}  ${counts}  ${runError(run) ?? ''}`);
        print(`    ${formatReport(await reportOf(base.db, run))}`);
        for (const problem of await selectProblems(base.db, run.id))
          print(`    ${problem.url}: ${problem.message}`);
      }
      if (await isWithoutWorker({ base, disks })) print(NO_WORKER);
    },
  },
};

async function isWithoutWorker({ base, disks }: Pick<Parts, 'base' | 'disks'>): Promise<boolean> {
  return (await operationState(base.db, disks)).workers.length === 0;
}

const POLL_MS = 500;

/** Prints a run's progress, one line per change, until it ends. */
export async function watchRun(db: Db, runId: string, print: (line: string) => void): Promise<void> {
  let shown = '';
  for (;;) {
    const run = await selectRun(db, runId);
    if (!run) return;
    const line = await progressLine(db, run);
    if (line !== shown) print(line);
    shown = line;
    if (run.status !== 'running') {
      if (run.status === 'failed') process.exitCode = 1;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function progressLine(db: Db, run: CrawlerRunRow): Promise<string> {
  const counts = formatRunCounts(run);
  const error = runError(run);
  if (run.status !== 'running') return `Crawl ${run.status}: ${counts}.${error ? ` ${error}` : ''}`;
  const { pending, processing } = await countOpenOfRun(db, run.id);
  return `Crawling: ${counts}, ${processing} in progress, ${pending} waiting`;
}
