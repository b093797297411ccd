/**
 * Which answers are out of date when a table has changed: the paths of the calls, each for all below it too. The
 * tables are those that db/migrations/0032_statistics.sql tells of.
 */
export const PATHS_OF_TABLE: Readonly<Record<string, readonly string[]>> = {
  catalogue_totals: ['/api/admin/stats'],
  stat_buckets: ['/api/admin/charts'],
  videos: ['/api/videos', '/api/admin/videos', '/api/gone-videos'],
  categories: ['/api/categories', '/api/admin/categories', '/api/admin/tags'],
  download_jobs: ['/api/download-jobs', '/api/admin/stats'],
  media_jobs: ['/api/media/jobs'],
  media_reruns: ['/api/media/reruns'],
  crawler_runs: ['/api/crawler-runs', '/api/crawler/status'],
  crawler_problems: ['/api/crawler-runs'],
  crawler_run_counts: ['/api/crawler-runs'],
  video_sources: ['/api/video-sources', '/api/crawl-txxx-sitemaps'],
  source_permissions: ['/api/video-sources'],
  source_strikes: ['/api/video-sources'],
  duplicate_decisions: ['/api/duplicates'],
  dmca_requests: ['/api/dmca/requests'],
  keywords: ['/api/keywords'],
  languages: ['/api/languages'],
  translation_runs: ['/api/translations'],
  bulk_acts: ['/api/admin/videos'],
  clearings: ['/api/admin/videos', '/api/admin/stats'],
  domains: ['/api/admin/domains'],
  administrators: ['/api/admin/administrators'],
  admin_sessions: ['/api/admin/sessions', '/api/admin/administrators'],
  personal_tokens: ['/api/admin/tokens'],
  audit_log: ['/api/admin/audit'],
};
