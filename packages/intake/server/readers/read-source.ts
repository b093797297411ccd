import type { VideoSource } from '@vesper/contract';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { toDumpItem } from './dump/dump-item.ts';
import { readDump } from './dump/read-dump.ts';
import { sampleDump } from './dump/sample-dump.ts';
import { readFeed } from './file/feed.ts';
import { readList } from './file/list.ts';
import { sitemapFiles } from './file/sitemap.ts';
import { type Patience, planFiles, type SourceFiles } from './file/source-files.ts';
import { limitProblems, type SourceEntry, toLineProblem } from './source-item.ts';

export interface ReadableSource {
  kind: string;
  baseUrl: string;
  /** Further hosts of its site. */
  hosts?: readonly string[];
}

export interface ReadSourceOptions {
  fetch: SafeFetch;
  signal: AbortSignal;
}

type Entries = AsyncGenerator<SourceEntry, void, undefined>;

/** Single entries, or batches. */
type SourcePart = SourceEntry[] | SourceEntry;

/**
 * Streams a source's entries in order. Errors become problems; throws only the reason of `signal` and a SourceError
 * about the whole source. Addresses are absolute http(s); a sitemap's are on its own site.
 */
export function readSource(source: ReadableSource, options: ReadSourceOptions): Entries {
  return limitProblems<SourceEntry>(source.baseUrl, partsOf(sourceFiles(source, options)));
}

/** File by file, with all problems. Requests nothing before a file's parts are read. */
export function sourceFiles(
  source: ReadableSource,
  options: ReadSourceOptions,
  patience?: Patience,
): SourceFiles<SourcePart> {
  const { kind, baseUrl, hosts } = source;
  if (kind !== 'sitemap')
    return planFiles({ url: baseUrl, patience, read: () => readOther(source, options) });
  return sitemapFiles(baseUrl, { ...options, hosts }, patience);
}

async function* partsOf(files: SourceFiles<SourcePart>): AsyncGenerator<SourcePart, void, undefined> {
  for (let file = await files.next(); file; file = await files.next()) yield* file.parts();
}

type ReadKind = Exclude<VideoSource['kind'], 'sitemap' | 'folder' | 'upload'>;

const READERS: Record<ReadKind, (url: string, options: ReadSourceOptions) => Entries> = {
  feed: readFeed,
  list: readList,
  dump: (url, options) => limitProblems(url, entriesOfDump(url, options)),
  page: singleItem,
  ytdlp: singleItem,
};

function readOther({ kind, baseUrl }: ReadableSource, options: ReadSourceOptions): Entries {
  if (Object.hasOwn(READERS, kind)) return READERS[kind as ReadKind](baseUrl, options);
  throw new SourceError('bad_address', `Sources of the kind "${kind}" cannot be read.`);
}

/** With a guessed layout: the columns are not assigned yet. */
async function* entriesOfDump(
  url: string,
  options: ReadSourceOptions,
): AsyncGenerator<SourceEntry[] | SourceEntry, void, undefined> {
  const { guess } = await sampleDump(url, options);
  for await (const part of readDump(url, guess, { ...options, batchSize: 100 }, toDumpItem)) {
    if (part.type !== 'lines') yield part;
    else yield [...part.items, ...part.faults.map((fault) => toLineProblem(url, fault))];
  }
}

/** The page is read when its video is downloaded. */
async function* singleItem(url: string): Entries {
  canonicalAddress(url);
  yield { type: 'item', loc: new URL(url).href, metadata: null };
}
