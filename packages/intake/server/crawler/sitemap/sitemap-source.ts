import type { SitemapCrawlSource } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { selectEnabledSources, selectSources, type VideoSourceRow } from '../../sources/index.ts';
import { selectProgress } from './sitemap-crawl-queries.ts';

const DEFAULT_LABEL = 'TXxx';

/** With the figures of the index's last reading. */
export async function describeSitemapSource(db: Db): Promise<SitemapCrawlSource> {
  const source = externalSource(await selectSources(db));
  if (!source) return { sourceId: null, label: DEFAULT_LABEL, sitemapFiles: null, nextIndex: 0 };
  const { sitemapFiles, file } = await selectProgress(db, source.id);
  return { sourceId: source.id, label: source.name, sitemapFiles, nextIndex: file };
}

/** Throws not_found, bad_request or conflict. */
export async function requireSitemapSource(
  db: Db,
  sourceId: string | undefined,
  now: Date,
): Promise<VideoSourceRow> {
  const sources = await selectSources(db);
  const source = sourceId === undefined ? externalSource(sources) : sources.find(({ id }) => id === sourceId);
  if (!source && sourceId !== undefined) throw new AppError('not_found', 'This source does not exist.');
  if (!source)
    throw new AppError(
      'conflict',
      `There is no sitemap source yet. Add one, for example named ${DEFAULT_LABEL}.`,
    );
  if (source.kind !== 'sitemap')
    throw new AppError('bad_request', `The source "${source.name}" is not a sitemap.`);
  if (!source.enabled)
    throw new AppError('conflict', `The source "${source.name}" is not enabled, so nothing is read from it.`);
  // Its basis may have expired since the last check.
  if (!(await selectEnabledSources(db, now)).some(({ id }) => id === source.id)) {
    throw new AppError('conflict', `The source "${source.name}" has no valid permission that covers it.`);
  }
  return source;
}

/** The sitemap named TXxx, else the oldest enabled, else the oldest. */
function externalSource(sources: readonly VideoSourceRow[]): VideoSourceRow | undefined {
  const sitemaps = sources.filter(({ kind }) => kind === 'sitemap');
  const named = sitemaps.find(({ name }) => name.trim().toLowerCase() === DEFAULT_LABEL.toLowerCase());
  return named ?? sitemaps.find(({ enabled }) => enabled) ?? sitemaps[0];
}
