import type { KeywordChanges } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Actor, Handlers } from '@vesper/core/http/mount.ts';
import { requireAllowed } from '@vesper/core/lib/text/refused-words.ts';
import type { Refusals } from '@vesper/library/refusals';
import type { PublicVideosFor } from '@vesper/library/videos';
import type { ViewCounter } from '@vesper/library/views';
import type { DomainDirectory } from '@vesper/site/domains';
import { changeKeyword, createKeyword, deleteKeyword, listKeywords } from './keyword-edits.ts';
import { getKeywordPage, type KeywordLinks } from './keywords.ts';
import { autoLink, linkVideo, listLinks, unlinkVideo } from './links.ts';

export function keywordRoutes(
  db: Db,
  publicVideosFor: PublicVideosFor,
  views: ViewCounter,
  {
    links,
    refusals,
    domains,
  }: { links: KeywordLinks; refusals: Refusals; domains: Pick<DomainDirectory, 'otherOwner'> },
): Handlers['keywords'] {
  return {
    get: async (input, { hostname, visitor, isForPage }) => {
      const publicVideos = { ...(await publicVideosFor(hostname, { areCards: isForPage })), refusals };
      const page = await getKeywordPage(publicVideos, views, input, visitor);
      const owner = await domains.otherOwner(hostname);
      return owner ? { ...page, owner } : page;
    },
    links: async ({ category }) => {
      const list = await refusals.get();
      return (await links.of(category))
        .filter(({ keyword, is_passed }) => is_passed || !list.isRefused(keyword))
        .map(({ is_passed: _, ...link }) => link);
    },
    index: ({ page }) => links.index(page),
    list: (query) => listKeywords(db, query),
    create: async (input, { act, actor }) => {
      await requireAllowed(refusals, wordsOf(input));
      const keyword = await createKeyword(db, input, await savedBy(actor, refusals));
      act.changed({ subject: keyword.id, after: keyword });
      return keyword;
    },
    change: async ({ id, ...changes }, { act, actor }) => {
      await requireAllowed(refusals, wordsOf(changes));
      const { before, after, keyword } = await changeKeyword(db, id, changes, await savedBy(actor, refusals));
      act.changed({ subject: id, before, after });
      return keyword;
    },
    delete: async ({ id, version }, { act }) => {
      const { deleted, keyword } = await deleteKeyword(db, id, version);
      act.changed({ subject: id, before: keyword });
      return deleted;
    },
    autoLink: async ({ id, limit }, { act }) => {
      const linked = await autoLink(db, id, limit);
      act.changed({ subject: id, after: linked });
      return linked;
    },
    videos: (query) => listLinks(db, query),
    link: async ({ keywordId, videoId }, { act }) => {
      const link = await linkVideo(db, keywordId, videoId);
      if (link.changed) act.changed({ subject: keywordId, after: { videoId } });
      return link;
    },
    unlink: async ({ keywordId, videoId }, { act }) => {
      const link = await unlinkVideo(db, keywordId, videoId);
      if (link.changed) act.changed({ subject: keywordId, before: { videoId } });
      return link;
    },
  };
}

async function savedBy({ tokenId }: Actor, refusals: Refusals) {
  return { isPerson: tokenId === undefined, isRefused: (await refusals.get()).isRefused };
}

function wordsOf({ keyword, slug, metaTitle, metaDescription }: Omit<KeywordChanges, 'version'>) {
  return { keyword, slug, metaTitle, metaDescription };
}
