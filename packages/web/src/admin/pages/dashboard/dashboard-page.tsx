import { AdminPage } from '../../shell/admin-page.tsx';
import { CrawlerCard } from '../crawler/crawler-card.tsx';
import { SitemapCrawlCard } from '../crawler/sitemap-crawl-card.tsx';
import { AddDownloadCard } from '../jobs/add-download-card.tsx';
import { BulkDownloadsCard } from '../jobs/bulk-downloads-card.tsx';
import { DownloadQueueCard } from '../jobs/download-queue-card.tsx';
import { KeywordsCard } from '../keywords/keywords-card.tsx';
import { LinkVideosCard } from '../keywords/link-videos-card.tsx';
import { TranslationsCard } from '../languages/translations-card.tsx';
import { TakedownsCard } from '../takedowns/takedowns-card.tsx';

export default function DashboardPage() {
  return (
    <AdminPage title="Admin Dashboard">
      <CrawlerCard />
      <AddDownloadCard />
      <BulkDownloadsCard />
      <SitemapCrawlCard />
      <DownloadQueueCard />
      <TakedownsCard />
      <KeywordsCard />
      <LinkVideosCard />
      <TranslationsCard />
    </AdminPage>
  );
}
