import {
  CrawlerProblem,
  type CrawlerReport,
  CrawlerRun,
  CrawlerRunDetails,
  type CrawlerStatus,
} from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { CrawlerRunRow, RunView } from './queries.ts';
import type { CrawlerState, RunDetails } from './runs.ts';

export function viewRun(run: RunView): CrawlerRun {
  return viewOf(CrawlerRun, run, { error: runError(run) });
}

export function runError({ error, videos_taken_out: n }: CrawlerRunRow): string | null {
  if (n === 0) return error;
  const taken = `${n} of its downloads ${n === 1 ? 'was' : 'were'} removed from the queue.`;
  return error === null ? taken : `${error} ${taken}`;
}

/** "3 added, 1 failed, 2 left out", without zeros. */
export function formatRunCounts(run: CrawlerRunRow): string {
  const { videos_failed: failed, videos_left_out: leftOut } = run;
  return [
    `${run.videos_added} videos added`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ].join(', ');
}

/** "10 added, 40 without a video", without zeros. */
export function formatReport(report: CrawlerReport): string {
  const words: [number, string][] = [
    [report.brought, 'added'],
    [report.alreadyHere, 'already in the library'],
    [report.noVideo, 'without a video'],
    [report.robots, 'blocked by robots.txt'],
    [report.leftForLater, 'postponed'],
    [report.failed, 'failed'],
  ];
  return words
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en')} ${word}`)
    .join(', ');
}

export function viewRunDetails({ run, problems, report }: RunDetails): CrawlerRunDetails {
  return viewOf(CrawlerRunDetails, run, {
    report,
    error: runError(run),
    problems: problems.map((row) => viewOf(CrawlerProblem, row, { at: row.created_at.toISOString() })),
  });
}

export function viewStatus({ running, schedule, next, last }: CrawlerState): CrawlerStatus {
  return {
    isRunning: running,
    scheduledTime: schedule.time,
    timeZone: schedule.timeZone,
    dailyTarget: schedule.dailyTarget,
    nextRunAt: next.toISOString(),
    lastRun: last
      ? { id: last.id, startedAt: last.started_at.toISOString(), videosAdded: last.videos_added }
      : null,
  };
}
