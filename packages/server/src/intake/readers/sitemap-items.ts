import { toItem } from './read-source.ts';
import { readSitemapFile, type SitemapChild, type SitemapFileOptions } from './sitemap-file.ts';
import type { SourceItem, SourceProblem } from './source-item.ts';

/** Streams one sitemap file: its videos, or the files of an index. Throws only the reason of `signal`. */
export async function* readSitemapItems(
  url: string,
  options: SitemapFileOptions,
): AsyncGenerator<SourceItem | SitemapChild | SourceProblem, void, undefined> {
  for await (const entry of readSitemapFile(url, options)) {
    if (entry.type === 'page') yield toItem(entry);
    else if (entry.type === 'child' || entry.type === 'problem') yield entry;
  }
}
