export * from './admin.ts';
export * from './admin-areas.ts';
export * from './admin-pages.ts';
export * from './brand-mark.ts';
export * from './categories.ts';
export * from './client.ts';
export * from './colours.ts';
export * from './crawler.ts';
<<<<<<< HEAD
export * from './dmca-requests.ts';
=======
export * from './domain-settings.ts';
>>>>>>> int
export * from './domains.ts';
export * from './downloads.ts';
export * from './duplicates.ts';
export * from './errors.ts';
export * from './health.ts';
export * from './keywords.ts';
export * from './ledger.ts';
export * from './media-jobs.ts';
export * from './pages.ts';
export * from './routes.ts';
export * from './settings.ts';
export * from './sitemap-crawls.ts';
export * from './sources.ts';
export * from './takedowns.ts';
export * from './text.ts';
export * from './videos.ts';
