export {
  cleanCategory,
  cleanDescription,
  cleanLine,
  cleanTags,
  readDumpDate,
  readDuration,
} from './clean-text.ts';
export { type Deletion, toDeletion, toDumpItem } from './dump/dump-item.ts';
export { readDelimited } from './dump/dump-records.ts';
export { columnNamed } from './dump/guess-columns.ts';
export { missingColumns } from './dump/guess-layout.ts';
export { type DumpFault, type OnLine, type ReadFields, readDump } from './dump/read-dump.ts';
export { sampleDump, sampleRows } from './dump/sample-dump.ts';
export { parseCsvRecord } from './file/csv-records.ts';
export { readSitemapItems } from './file/sitemap-file.ts';
export type { NamedFile, Patience, SourceFiles } from './file/source-files.ts';
export { createXmlParser } from './file/xml-stream.ts';
export { collectPageData, type PageData } from './page/page-data.ts';
export { fetchHtml, tryRulesOn } from './page/page-reader.ts';
export type { CompletedVideo, FilmAddress, PageVideo } from './page/page-video.ts';
export { selectorProblem } from './page/selection.ts';
export { readVideoPage, type VideoPage } from './page/video-page.ts';
export { type ReadableSource, readSource, sourceFiles } from './read-source.ts';
export { hostsOfSource } from './site.ts';
export type {
  SourceEntry,
  SourceFileRead,
  SourceItem,
  SourceMetadata,
  SourceProblem,
} from './source-item.ts';
export { createYtdlp, type Ytdlp } from './ytdlp/ytdlp.ts';
