import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { hostsOfSource, type Site } from '../site.ts';
import { type SourceItem, type SourceProblem, toProblem } from '../source-item.ts';
import { readSitemapParts, type SitemapChild, type SitemapFileLimits } from './sitemap-file.ts';
import type { FileNotice, ReadOptions } from './source-file.ts';
import { type Patience, type PlannedFile, planFiles, type SourceFiles } from './source-files.ts';

export interface SitemapLimits extends SitemapFileLimits {
  /** 1 is an index of lists, 2 an index of indexes. */
  maxDepth: number;
  maxFiles: number;
  /** Further problems are only counted. */
  maxProblems: number;
}

export type SitemapOptions = ReadOptions<SitemapLimits>;

/** Characters of addresses that one index may keep in memory. */
const MAX_INDEX_LENGTH = 8_000_000;

export type SitemapPart = (SourceItem | SourceProblem)[] | FileNotice;

interface Walk {
  options: SitemapOptions;
  site: Site;
  maxDepth: number;
  maxFiles: number;
  /** Canonical addresses of files started. */
  seen: Set<string>;
}

/** Only addresses of the same site. Errors become problems; throws only the reason of `signal`. */
export function sitemapFiles(
  url: string,
  options: SitemapOptions,
  patience?: Patience,
): SourceFiles<SitemapPart> {
  const { maxDepth = 2, maxFiles = 10_000 } = options.limits ?? {};
  const site = hostsOfSource(url, options.hosts);
  const walk: Walk = { options, site, maxDepth, maxFiles, seen: new Set() };
  return planFiles<SitemapPart, SitemapChild>({
    url,
    patience,
    read: (file, children) => readFile(file, children, walk),
    refuse: (file) => refuseFile(file, walk),
  });
}

async function* readFile(
  file: PlannedFile,
  children: SitemapChild[],
  walk: Walk,
): AsyncGenerator<SitemapPart, void, undefined> {
  let length = 0;
  // Read an index completely first, or its connection would stay open for all its files.
  for await (const part of readSitemapParts(file.url, { ...walk.options, site: walk.site })) {
    if (!Array.isArray(part)) {
      yield part;
      continue;
    }
    yield part.filter((entry) => entry.type !== 'child');
    for (const entry of part) {
      if (entry.type !== 'child') continue;
      length += entry.loc.length;
      const refusal = refuseMoreChildren(file.path.length - 1, length, walk);
      if (refusal) {
        yield [toProblem(file.url, refusal)];
        return;
      }
      children.push(entry);
    }
  }
}

function refuseFile({ url, path, parent }: PlannedFile, walk: Walk): SourceProblem | undefined {
  const [canonical = ''] = path.slice(-1);
  if (walk.seen.has(canonical)) return toProblem(parent, repeatedError(canonical, path.slice(0, -1)));
  if (walk.seen.size >= walk.maxFiles)
    return toProblem(
      parent,
      new SourceError('too_many', `${url} exceeds the allowed number of sitemap files.`),
    );
  walk.seen.add(canonical);
  return undefined;
}

function refuseMoreChildren(depth: number, length: number, walk: Walk): SourceError | undefined {
  if (depth >= walk.maxDepth) {
    return new SourceError('sitemap_depth', `Sitemap indexes are nested more than ${walk.maxDepth} deep.`);
  }
  return length > MAX_INDEX_LENGTH
    ? new SourceError('too_large', 'The sitemap index lists too many files; the rest of it was not read.')
    : undefined;
}

function repeatedError(canonical: string, above: readonly string[]): SourceError {
  const shown = canonical.slice(0, 200);
  let sentence = `The sitemap ${shown} is listed more than once.`;
  if (canonical === above.at(-1)) sentence = 'The sitemap lists itself.';
  else if (above.includes(canonical)) sentence = `The sitemaps list each other in a loop (${shown}).`;
  return new SourceError('sitemap_cycle', sentence);
}
