import { adminHref, type CrawlerRun, type CrawlerStatus, routes, type VideoSource } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useOperation } from '@vesper/web/admin/data/site-state.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import {
  Address,
  type BadgeWord,
  Moment,
  NameCell,
  StatusBadge,
  WordBadge,
} from '@vesper/web/admin/ui/values.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { Play, Radar } from 'lucide-react';
import { EnabledBadge, ReadingBadge, ReadingNote } from '../sources/source-status.tsx';

const RECENT_RUNS = 5;

export function CrawlerCard() {
  const { data: status } = useCrawlerStatus();
  return (
    <Card
      title="Automated Crawler"
      icon={Radar}
      about={status && <Schedule status={status} />}
      actions={status && <StartCrawler {...status} />}
    >
      <div className="grid gap-6 xl:grid-cols-2">
        <Sources />
        <RecentRuns />
      </div>
    </Card>
  );
}

function Schedule({ status: { scheduledTime, timeZone, dailyTarget, lastRun } }: { status: CrawlerStatus }) {
  return (
    <>
      Scheduled: {scheduledTime} ({timeZone}) daily, {formatCount(dailyTarget)} videos/day. Last run:{' '}
      {lastRun ? (
        <>
          <Moment at={lastRun.startedAt} />, {countText(lastRun.videosAdded, 'video')} added
        </>
      ) : (
        'never'
      )}
    </>
  );
}

function Sources() {
  const { data, ...query } = useAdminQuery(routes.sources.list, {}, { pollMs: 30_000 });
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">Video Sources</h3>
      <ListState rows={data} query={query} empty="There are no sources yet. Add one on the Sources page.">
        <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
          {data?.map((source) => (
            <Source key={source.id} source={source} />
          ))}
        </ul>
      </ListState>
    </div>
  );
}

function Source({ source }: { source: VideoSource }) {
  const { id, name, baseUrl, lastCrawledAt } = source;
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-sm">
      <div className="min-w-0">
        <NameCell name={name} href={adminHref('source', id)}>
          <Address text={baseUrl} />
        </NameCell>
        <p className="text-xs text-muted">
          Last crawled: <Moment at={lastCrawledAt} />
        </p>
        <ReadingNote source={source} />
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <EnabledBadge source={source} />
        <ReadingBadge source={source} />
      </div>
    </li>
  );
}

function RecentRuns() {
  const { data, ...query } = useAdminQuery(
    routes.crawler.runs,
    { limit: RECENT_RUNS },
    { pollMs: CRAWLER_POLL_MS },
  );
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">Recent Runs</h3>
      <ListState rows={data} query={query} empty="The crawler has not run yet.">
        <ul className="flex flex-col divide-y divide-line">
          {data?.map((run) => (
            <RecentRun key={run.id} run={run} />
          ))}
        </ul>
      </ListState>
    </div>
  );
}

function RecentRun({ run }: { run: CrawlerRun }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
      <RunBadge {...run} />
      <a className="hover:underline" href={adminHref('crawlerRun', run.id)}>
        <Moment at={run.startedAt} />
      </a>
      <span className="text-muted">
        Target: {formatCount(run.targetCount)}, added: {formatCount(run.videosAdded)}
        {run.videosFailed > 0 && (
          <span className="text-danger">, failed: {formatCount(run.videosFailed)}</span>
        )}
        {run.videosLeftOut > 0 && `, left out: ${formatCount(run.videosLeftOut)}`}
      </span>
      <RunProblem {...run} />
    </li>
  );
}

export const CRAWLER_POLL_MS = 5_000;

export function useCrawlerStatus() {
  return useAdminQuery(routes.crawler.status, {}, { pollMs: CRAWLER_POLL_MS });
}

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
