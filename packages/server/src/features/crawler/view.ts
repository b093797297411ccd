import type { CrawlerRun, CrawlerRunDetails, CrawlerStatus } from '@vesper/contract';
import type { CrawlerProblemRow, RunView } from './queries.ts';
import type { CrawlerState } from './runs.ts';

export function viewRun(run: RunView): CrawlerRun {
  return {
    id: run.id,
    status: run.status as CrawlerRun['status'],
    targetCount: run.target_count,
    videosAdded: run.videos_added,
    videosFailed: run.videos_failed,
    videosOpen: run.videos_open,
    error: run.error,
    startedAt: run.started_at.toISOString(),
    completedAt: run.completed_at?.toISOString() ?? null,
  };
}

export function viewRunDetails(run: RunView, problems: readonly CrawlerProblemRow[]): CrawlerRunDetails {
  return {
    ...viewRun(run),
    discoveredAt: run.discovered_at?.toISOString() ?? null,
    scheduledFor: run.scheduled_for?.toISOString() ?? null,
    problems: problems.map(({ source_id, url, message, created_at }) => ({
      sourceId: source_id,
      url,
      message,
      at: created_at.toISOString(),
    })),
  };
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
