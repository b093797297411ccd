import { type CrawlerRun, type CrawlerStatus, routes } from '@vesper/contract';
import { Play } from 'lucide-react';
import { useAdminQuery } from '../../data/calls.ts';
import { useOperation } from '../../data/site-state.ts';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { type BadgeWord, StatusBadge, WordBadge } from '../../ui/values.tsx';

export const CRAWLER_POLL_MS = 5_000;

export function useCrawlerStatus() {
  return useAdminQuery(routes.crawler.status, {}, { pollMs: CRAWLER_POLL_MS });
}

/** Whether the crawler is running, and the button that starts it. */
export function StartCrawler({ isRunning }: Pick<CrawlerStatus, 'isRunning'>) {
  return (
    <>
      <span className="self-center">
        <StatusBadge tone={isRunning ? 'busy' : 'calm'}>{isRunning ? 'Running' : 'Idle'}</StatusBadge>
      </span>
      <ActButton
        word="Run Now"
        look="primary"
        icon={Play}
        disabled={isRunning}
        run={(client) => client.crawler.start()}
        failure="Failed to start crawler"
        success="Crawler started"
      />
    </>
  );
}

const WORDS: Record<CrawlerRun['status'], BadgeWord> = {
  running: { word: 'Running', tone: 'busy' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Stopped', tone: 'warn' },
};

export function RunBadge({ status }: Pick<CrawlerRun, 'status'>) {
  return <WordBadge {...WORDS[status]} />;
}

interface RunProblemProps extends Pick<CrawlerRun, 'status' | 'error'> {
  className?: string;
}

/** Why a run does not move, as there is no worker, and what went wrong in it. */
export function RunProblem({ status, error, className = 'text-xs' }: RunProblemProps) {
  const { data } = useOperation();
  return (
    <>
      {status === 'running' && data?.workers.length === 0 && (
        <p className="w-full text-xs text-warn">Waiting for a worker.</p>
      )}
      {error && (
        <p
          className={`w-full wrap-anywhere ${status === 'failed' ? 'text-danger' : 'text-warn'} ${className}`}
        >
          {error}
        </p>
      )}
    </>
  );
}
