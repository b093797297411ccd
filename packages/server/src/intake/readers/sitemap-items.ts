import { toItem } from './read-source.ts';
import { readSitemapFile, type SitemapChild, type SitemapFileOptions } from './sitemap-file.ts';
import type { SourceItem, SourceProblem } from './source-item.ts';

/** Streams one sitemap file: the videos it names, or the files if it is an index. Throws the reason of `signal` only. */
export async function* readSitemapItems(
  url: string,
  options: SitemapFileOptions,
): AsyncGenerator<SourceItem | SitemapChild | SourceProblem, void, undefined> {
  for await (const entry of readSitemapFile(url, options)) {
    if (entry.type === 'page') yield toItem(entry);
    else if (entry.type === 'child' || entry.type === 'problem') yield entry;
  }
}
