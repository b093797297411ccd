import { adminHref, type CrawlerRun, routes } from '@vesper/contract';
import { fullPages, useAdminList } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { durationText } from '@vesper/web/admin/ui/value-text.ts';
import { Moment, NameCell } from '@vesper/web/admin/ui/values.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { Square } from 'lucide-react';
import { CRAWLER_POLL_MS, RunBadge, RunProblem, StartCrawler, useCrawlerStatus } from './crawler-card.tsx';
import { WhyCard } from './why-card.tsx';

const PAGE_SIZE = 50;

const COLUMNS: Column<CrawlerRun>[] = [
  {
    header: 'Started',
    cell: (run) => <NameCell name={<Moment at={run.startedAt} />} href={adminHref('crawlerRun', run.id)} />,
  },
  { header: 'State', cell: (run) => <RunBadge {...run} /> },
  { header: 'Target', align: 'right', from: 'md', cell: (run) => formatCount(run.targetCount) },
  { header: 'Added', align: 'right', cell: (run) => formatCount(run.videosAdded) },
  { header: 'Failed', align: 'right', cell: (run) => formatCount(run.videosFailed) },
  { header: 'Left out', align: 'right', from: 'md', cell: (run) => formatCount(run.videosLeftOut) },
  { header: 'Open', align: 'right', from: 'md', cell: (run) => formatCount(run.videosOpen) },
  {
    header: 'Duration',
    align: 'right',
    from: 'lg',
    cell: ({ startedAt, completedAt }) =>
      completedAt ? durationText(startedAt, completedAt) : 'still running',
  },
  {
    header: 'Problem',
    className: 'max-w-96',
    cell: (run) => <RunProblem {...run} className="line-clamp-3" />,
  },
];

export default function CrawlerPage() {
  const list = useAdminList(
    routes.crawler.runs,
    { limit: PAGE_SIZE },
    fullPages(PAGE_SIZE, ({ id }) => id, CRAWLER_POLL_MS),
  );
  return (
    <AdminPage title="Crawler runs" about={<Schedule />} actions={<CrawlerButtons />}>
      <ListTable
        list={list}
        empty="The crawler has not run yet. It starts at its scheduled time, or with Run Now."
        caption="Crawler runs"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ startedAt }) => `the run of ${startedAt}`}
      />
      <WhyCard />
    </AdminPage>
  );
}

function Schedule() {
  const { data: status } = useCrawlerStatus();
  if (!status) return null;
  return (
    <>
      Every day at {status.scheduledTime} ({status.timeZone}), {countText(status.dailyTarget, 'video')} a day.
      Next: <Moment at={status.nextRunAt} />. Change the schedule and target in Settings.
    </>
  );
}

function CrawlerButtons() {
  const { data: status } = useCrawlerStatus();
  if (!status) return null;
  const { isRunning, lastRun } = status;
  return (
    <>
      <StartCrawler isRunning={isRunning} />
      <ActButton
        word="Stop"
        icon={Square}
        disabled={!isRunning}
        ask={{
          question: 'Stop the crawler?',
          explanation:
            "No more sources are read, and this run's waiting downloads are cancelled. Running downloads finish. The next run may queue the addresses again.",
        }}
        run={(client) => client.crawler.stop(lastRun ? { runId: lastRun.id } : {})}
        failure="Failed to stop crawler"
        success={({ message, cancelledDownloads }) => ({
          title: message,
          description: `${countText(cancelledDownloads, 'waiting download')} cancelled.`,
        })}
      />
    </>
  );
}
