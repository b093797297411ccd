/** One side of the ingest benchmark in a process of its own, so that its memory is its own. Reports as JSON. */
import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';
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

/** getrusage also counts what the parent had when it forked; Linux knows better. */
function peakMb(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) / 1024;
}
