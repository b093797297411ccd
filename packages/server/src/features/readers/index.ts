export { withoutControls } from './clean-text.ts';
export { readSource } from './read-source.ts';
export { readSitemapItems } from './sitemap-items.ts';
export type { SourceItem, SourceMetadata } from './source-item.ts';
export { readVideoPage } from './video-page.ts';
