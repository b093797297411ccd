export type { FilmAddress } from './film-address.ts';
export { type ReadableSource, readSource, sourceFiles } from './read-source.ts';
export { siteOf } from './site.ts';
export { readSitemapItems } from './sitemap-items.ts';
export type { NamedFile, Patience, SourceFiles } from './source-files.ts';
export type { SourceEntry, SourceItem, SourceMetadata, SourceProblem } from './source-item.ts';
export { readVideoPage, type VideoPage } from './video-page.ts';
export { createXmlParser } from './xml-stream.ts';
export { createYtdlp, type Ytdlp } from './ytdlp.ts';
