export type { FilmAddress } from './film-address.ts';
export { readSource } from './read-source.ts';
export { readSitemapItems } from './sitemap-items.ts';
export type { SourceEntry, SourceItem, SourceMetadata } from './source-item.ts';
export { readVideoPage, type VideoPage } from './video-page.ts';
export { createYtdlp, type Ytdlp } from './ytdlp.ts';
