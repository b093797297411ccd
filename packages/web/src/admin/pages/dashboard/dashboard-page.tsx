import { AdminPage } from '../../shell/admin-page.tsx';
import { CrawlerCard } from '../crawler/crawler-card.tsx';
import { SitemapCrawlCard } from '../crawler/sitemap-crawl-card.tsx';
import { AddDownloadCard, BulkDownloadsCard } from '../jobs/add-downloads-cards.tsx';
import { DownloadQueueCard } from '../jobs/download-queue-card.tsx';
import { OldStreamsNote } from '../jobs/old-streams-note.tsx';
import { KeywordsCard } from '../keywords/keywords-card.tsx';
import { LinkVideosCard } from '../keywords/link-videos-card.tsx';
import { TranslationsCard } from '../languages/translations-card.tsx';
import { TakedownsCard } from '../takedowns/takedowns-card.tsx';
import { StatCards } from './stat-cards.tsx';

export default function DashboardPage() {
  return (
    <AdminPage title="Admin Dashboard">
      <StatCards />
      <OldStreamsNote />
      <CrawlerCard />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <AddDownloadCard />
        <div className="min-w-0 xl:row-span-2">
          <BulkDownloadsCard />
        </div>
        <SitemapCrawlCard />
      </div>
      <DownloadQueueCard />
      <TakedownsCard />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
        <KeywordsCard />
        <LinkVideosCard />
        <TranslationsCard />
      </div>
    </AdminPage>
  );
}
