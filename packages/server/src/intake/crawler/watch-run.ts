import type { Db } from '../../kernel/db/pool.ts';
import { countOpenOfRun } from '../downloads/index.ts';
import { type CrawlerRunRow, selectRun } from './queries.ts';
import { formatRunCounts, runError } from './view.ts';

const LOOK_MS = 500;

/** Prints a crawler run's progress, a line for each change, until it ends. */
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
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function progressLine(db: Db, run: CrawlerRunRow): Promise<string> {
  const counts = formatRunCounts(run);
  const error = runError(run);
  if (run.status !== 'running') return `Crawl ${run.status}: ${counts}.${error ? ` ${error}` : ''}`;
  const { pending, processing } = await countOpenOfRun(db, run.id);
  return `Crawling: ${counts}, ${processing} on the way, ${pending} waiting`;
}
