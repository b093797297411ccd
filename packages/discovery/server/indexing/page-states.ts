import type { PageStates, SitemapState } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { type DomainDirectory, ownsTheRest, type Share } from '@vesper/site/domains';
import {
  countKeywordPages,
  type ListedSitemap,
  listSitemaps,
  selectKeywordRanges,
  sitemapHref,
} from '../sitemaps/index.ts';
import { countCategories, countNotVisible, countStandings } from './queries.ts';

export interface IndexingDeps {
  db: Db;
  refusals: RefusedWords;
  domains: DomainDirectory;
}

const MOST_KEYWORDS = 50_000;
const MOST_FILES = 1000;
/** Each reads up to 10,000 keywords. */
const MOST_COUNTED = 20;

/** For the domain that serves the host name. */
export async function pageStates({ db, domains }: IndexingDeps, hostname: string): Promise<PageStates> {
  const { domain } = await domains.configFor(hostname);
  const share = await domains.shareFor(domain);
  const { categories, ...videos } = await countCategories(db, share);
  const byStanding = await countStandings(db, MOST_KEYWORDS);
  const counted = byStanding.reduce((sum, { count }) => sum + count, 0);
  return {
    domain,
    videos: { ...videos, notVisible: await countNotVisible(db) },
    categories,
    keywords: { byStanding, isWhole: counted < MOST_KEYWORDS, areOwned: ownsTheRest(share) },
  };
}

export async function sitemapStates(
  { db, domains, refusals }: IndexingDeps,
  hostname: string,
): Promise<{ files: SitemapState[]; count: number }> {
  const share = await domains.shareFor(hostname);
  const listed = await listSitemaps({ db, refusals, share }, await selectKeywordRanges(db));
  const files: SitemapState[] = [];
  for (const sitemap of listed.slice(0, MOST_FILES)) {
    const isCounted = files.length < MOST_COUNTED;
    const keywordPages = isCounted ? await countKeywordPages(db, sitemap.name) : undefined;
    files.push(
      viewSitemap(keywordPages === undefined ? sitemap : { ...sitemap, addresses: keywordPages }, share),
    );
  }
  return { files, count: listed.length };
}

function viewSitemap({ name, addresses, changedAt }: ListedSitemap, share: Share): SitemapState {
  const ownsAll = 'except' in share && share.except.length === 0;
  return {
    path: sitemapHref(name),
    addresses,
    isUpperBound: !ownsAll && name.startsWith('videos-'),
    changedAt: changedAt?.toISOString() ?? null,
  };
}
