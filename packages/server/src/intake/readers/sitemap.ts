import { canonicalAddress } from '../../kernel/lib/canonical-address.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { readSitemapParts, type SitemapFileLimits, type SitemapPage } from './sitemap-file.ts';
import { type FileNotice, type ReadOptions, siteHostOf } from './source-file.ts';
import type { SourceProblem } from './source-item.ts';
import { limitProblems, toProblem } from './source-problem.ts';

export type { SitemapPage, SitemapProblem } from './sitemap-file.ts';

export interface SitemapLimits extends SitemapFileLimits {
  /** The nesting of indexes: 1 is an index of lists, 2 an index of indexes of lists. */
  maxDepth: number;
  /** For the whole walk, including the first file. */
  maxFiles: number;
  /** Further problems are only counted; the last problem states their number. */
  maxProblems: number;
}

export type SitemapOptions = ReadOptions<SitemapLimits>;

/** The characters of addresses that one index may make us keep in memory. */
const MAX_INDEX_LENGTH = 8_000_000;

/**
 * Streams all pages of a sitemap, following indexes in order. Only addresses of the same site are followed or returned.
 * Anything unreadable is a problem with a sentence, never an exception; only the reason of `signal` is thrown. Leaving
 * the loop ends the transfer. After a file's pages follows the notice that it was read.
 */
export function readSitemap(
  url: string,
  options: SitemapOptions,
): AsyncGenerator<SitemapPage | FileNotice, void, undefined> {
  return limitProblems<SitemapPage | FileNotice>(url, walkSitemap(url, options), options.limits?.maxProblems);
}

interface Walk {
  options: SitemapOptions;
  siteHost: string;
  maxDepth: number;
  maxFiles: number;
  /** Canonical addresses of all files started. */
  seen: Set<string>;
}

/** Many entries together, or a notice about a file. */
export type SitemapPart = (SitemapPage | SourceProblem)[] | FileNotice;

/** The same in parts as they arrive, many pages together, with all problems. */
export async function* walkSitemap(
  url: string,
  options: SitemapOptions,
): AsyncGenerator<SitemapPart, void, undefined> {
  const { maxDepth = 2, maxFiles = 10_000 } = options.limits ?? {};
  const walk: Walk = { options, siteHost: siteHostOf(url), maxDepth, maxFiles, seen: new Set() };
  try {
    yield* walkFile(url, canonicalAddress(url), [], walk);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    yield toProblem(url, error);
  }
}

async function* walkFile(
  url: string,
  canonical: string,
  above: readonly string[],
  walk: Walk,
): AsyncGenerator<SitemapPart, void, undefined> {
  walk.seen.add(canonical);
  const children: string[] = [];
  let length = 0;
  let refusal: SourceError | undefined;
  // An index is read completely before its files, or its connection would stay open for all of them.
  for await (const part of readSitemapParts(url, { ...walk.options, siteHost: walk.siteHost })) {
    if (!Array.isArray(part)) {
      yield part;
      continue;
    }
    yield part.filter((entry) => entry.type !== 'child');
    for (const entry of part) {
      if (entry.type !== 'child') continue;
      length += entry.loc.length;
      refusal ??= refuseMoreChildren(above.length, length, walk);
      if (!refusal) children.push(entry.loc);
    }
    if (refusal) break;
  }
  if (refusal) yield toProblem(url, refusal);
  for (const child of children) yield* walkChild(child, url, [...above, canonical], walk);
}

async function* walkChild(
  child: string,
  parent: string,
  above: readonly string[],
  walk: Walk,
): AsyncGenerator<SitemapPart, void, undefined> {
  const canonical = canonicalAddress(child);
  if (walk.seen.has(canonical)) yield toProblem(parent, repeatedError(canonical, above));
  else if (walk.seen.size < walk.maxFiles) yield* walkFile(child, canonical, above, walk);
  else
    yield toProblem(
      parent,
      new SourceError('too_many', `${child} exceeds the allowed number of sitemap files.`),
    );
}

function refuseMoreChildren(depth: number, length: number, walk: Walk): SourceError | undefined {
  if (depth >= walk.maxDepth) {
    return new SourceError('sitemap_depth', `Sitemap indexes are nested more than ${walk.maxDepth} deep.`);
  }
  return length > MAX_INDEX_LENGTH
    ? new SourceError('too_large', 'The sitemap index names too many files; the rest of it was not read.')
    : undefined;
}

function repeatedError(canonical: string, above: readonly string[]): SourceError {
  const shown = canonical.slice(0, 200);
  let sentence = `The sitemap ${shown} is named more than once.`;
  if (canonical === above.at(-1)) sentence = 'The sitemap names itself.';
  else if (above.includes(canonical)) sentence = `The sitemaps name each other in a circle (${shown}).`;
  return new SourceError('sitemap_cycle', sentence);
}
