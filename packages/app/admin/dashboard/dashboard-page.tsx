import { type AdminStats, type Charts, routes, type StatMetric } from '@vesper/contract';
import { CrawlerCard } from '@vesper/intake/admin/crawler/crawler-card.tsx';
import { SitemapCrawlCard } from '@vesper/intake/admin/crawler/sitemap-crawl-card.tsx';
import { TakedownsCard } from '@vesper/notices/admin/takedowns/takedowns-card.tsx';
import { AddDownloadCard, BulkDownloadsCard } from '@vesper/upkeep/admin/jobs/add-downloads-cards.tsx';
import { DownloadQueueCard } from '@vesper/upkeep/admin/jobs/download-queue-card.tsx';
import { OldStreamsNote } from '@vesper/upkeep/admin/jobs/old-streams-note.tsx';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useMay } from '@vesper/web/admin/data/query-client.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { KeywordsCard } from '@vesper/words/admin/keywords/keywords-card.tsx';
import { LinkVideosCard } from '@vesper/words/admin/keywords/linked-videos.tsx';
import { TranslationsCard } from '@vesper/words/admin/languages/batches.tsx';
import { Clapperboard, Download, Eye, ListOrdered, type LucideIcon } from 'lucide-react';

export default function DashboardPage() {
  const may = useMay();
  return (
    <AdminPage title="Admin Dashboard">
      {may(routes.statistics.totals) && <StatCards />}
      {may(routes.mediaJobs.oldStreams) && <OldStreamsNote />}
      {may(routes.crawler.status) && <CrawlerCard />}
      {may(routes.downloads.add) && (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <AddDownloadCard />
          <div className="min-w-0 xl:row-span-2">
            <BulkDownloadsCard />
          </div>
          <SitemapCrawlCard />
        </div>
      )}
      {may(routes.downloads.list) && <DownloadQueueCard />}
      {may(routes.takedowns.summaries) && <TakedownsCard />}
      {may(routes.keywords.list) && (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
          <KeywordsCard />
          <LinkVideosCard />
          <TranslationsCard />
        </div>
      )}
    </AdminPage>
  );
}

const STATS_POLL_MS = 2000;
const TREND_POLL_MS = 300_000;

interface StatCard {
  key: keyof AdminStats;
  label: string;
  icon: LucideIcon;
  trend: { metric: StatMetric; label?: string; name: string };
}

const CARDS: StatCard[] = [
  {
    key: 'totalVideos',
    label: 'Total Videos',
    icon: Clapperboard,
    trend: { metric: 'videos_added', name: 'added' },
  },
  { key: 'totalViews', label: 'Total Views', icon: Eye, trend: { metric: 'views', name: 'views' } },
  {
    key: 'activeDownloads',
    label: 'Active Downloads',
    icon: Download,
    trend: { metric: 'queue_length', label: 'processing', name: 'running downloads' },
  },
  {
    key: 'queueSize',
    label: 'Queue Size',
    icon: ListOrdered,
    trend: { metric: 'queue_length', label: 'pending', name: 'waiting' },
  },
];

function StatCards() {
  const stats = useAdminQuery(routes.statistics.totals, {}, { pollMs: STATS_POLL_MS });
  const trends = useAdminQuery(routes.statistics.charts, { span: '24h' }, { pollMs: TREND_POLL_MS });
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {CARDS.map(({ key, label, icon: Icon, trend }) => (
        <li key={key} className="min-w-0 rounded-2xl border border-line bg-panel p-4 sm:p-5">
          <p className="flex items-center gap-2 text-sm font-medium text-muted">
            <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
            {label}
          </p>
          <p
            data-stat={key}
            className="mt-2 h-9 text-xl font-bold tracking-tighter whitespace-nowrap tabular-nums sm:text-3xl sm:tracking-tight"
          >
            {stats.data ? formatCount(stats.data[key]) : <NotYet hasFailed={stats.error !== null} />}
          </p>
          <Sparkline values={trendOf(trends.data, trend)} name={trend.name} />
        </li>
      ))}
    </ul>
  );
}

function NotYet({ hasFailed }: { hasFailed: boolean }) {
  if (hasFailed) return <span className="text-base font-medium text-danger">Unknown</span>;
  return <span role="status" aria-label="Loading" className="skeleton block h-8 w-24 rounded-lg" />;
}

function trendOf(charts: Charts | undefined, { metric, label }: StatCard['trend']): number[] | undefined {
  if (!charts) return undefined;
  const series = charts.series.filter((one) => one.metric === metric && (label ?? one.label) === one.label);
  return charts.times.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
}

const WIDTH = 120;
const HEIGHT = 28;

/** Its space is reserved while it loads. */
function Sparkline({ values, name }: { values: number[] | undefined; name: string }) {
  return (
    <div aria-hidden className="mt-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-7 w-full text-primary-text"
        role="presentation"
      >
        {values && (
          <polyline
            points={pointsOf(values)}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        )}
      </svg>
      <p className="mt-1 text-xs text-muted">{name}, last 24 h</p>
    </div>
  );
}

function pointsOf(values: readonly number[]): string {
  const highest = Math.max(...values, 1);
  const stepX = WIDTH / Math.max(values.length - 1, 1);
  return values
    .map(
      (value, at) =>
        `${(at * stepX).toFixed(1)},${(HEIGHT - 1 - (value / highest) * (HEIGHT - 2)).toFixed(1)}`,
    )
    .join(' ');
}
