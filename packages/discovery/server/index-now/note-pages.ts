import { type DomainConfig, pageHref, publicOrigin } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { DomainDirectory } from '@vesper/site/domains';
import { insertPages, insertTargets, lockLists, type NotedPage, refreshLists } from './queries.ts';

export interface Teller {
  endpoints: readonly string[];
  domains: Pick<DomainDirectory, 'withPublicNames' | 'ownersOf'>;
}

/** With its category at that time. */
export interface ChangedVideo {
  id: string;
  category: string;
}

/** Under the names of the domains that own them. */
export async function noteVideos(
  tx: Db,
  { endpoints, domains }: Teller,
  videos: readonly ChangedVideo[],
): Promise<void> {
  const pages: NotedPage[] = [];
  for (const [category, changed] of Map.groupBy(videos, (video) => video.category))
    for (const owner of await domains.ownersOf(category))
      for (const { id } of changed) pages.push(pageOf(owner, pageHref.video(id)));
  await notePages(tx, endpoints, pages);
}

/**
 * Notes categories and keywords whose indexability or words changed since the last run. The first run notes nothing:
 * engines want only changes (indexnow.org/faq).
 */
export function noteLists(db: Db, { endpoints, domains }: Teller): Promise<void> {
  const note = async (tx: Db) => {
    await lockLists(tx);
    const changed = await refreshLists(tx);
    if (changed.some(({ slug }) => slug === '')) return;
    const pages: NotedPage[] = [];
    for (const { language, slug, category } of changed) {
      const isCategory = language === '';
      const path = isCategory ? pageHref.category(slug) : pageHref.keyword(language, slug);
      // The former owner of a deleted category is unknown.
      const isOwned = !isCategory || category !== null;
      const owners = isOwned ? domains.ownersOf(category ?? undefined) : domains.withPublicNames();
      for (const owner of await owners) pages.push(pageOf(owner, path));
    }
    await notePages(tx, endpoints, pages);
  };
  return transaction(db, note, { retry: ['deadlock'] });
}

async function notePages(tx: Db, endpoints: readonly string[], pages: readonly NotedPage[]): Promise<void> {
  if (pages.length === 0) return;
  const unique = new Map(pages.map((page) => [page.address, page]));
  await insertTargets(tx, { endpoints, domains: [...new Set(pages.map(({ domain }) => domain))] });
  await insertPages(tx, endpoints, [...unique.values()]);
}

function pageOf(config: DomainConfig, path: string): NotedPage {
  return { domain: config.domain, address: publicOrigin(config) + path };
}
