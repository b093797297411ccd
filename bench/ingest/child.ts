/** One side of the ingest benchmark in a process of its own, so that its memory is its own. Reports as JSON. */
import type pg from 'pg';
import { peakMb } from '../process-stat.ts';
import { runCrawl } from './crawl.ts';
import { runFloor } from './floor.ts';

export interface ChildTask {
  side: 'floor' | 'crawl';
  connection: pg.ClientConfig;
  indexUrl: string;
  hostAndPort: string;
}

export interface ChildReport {
  ms: number;
  /** The most memory the process ever had. */
  peakMb: number;
  /** What was found, by decision; of the floor the number under "all". */
  counts: Record<string, number>;
}

process.once('message', async (task: ChildTask) => {
  const startedAt = performance.now();
  const counts =
    task.side === 'floor'
      ? { all: await runFloor(task.connection, task.indexUrl) }
      : await runCrawl(task.connection, task);
  const ms = performance.now() - startedAt;
  const report: ChildReport = { ms, peakMb: peakMb(), counts };
  process.send?.(report, () => process.disconnect());
});
