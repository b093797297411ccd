import {
  type DomainConfig,
  type KeywordVideo,
  pageHref,
  sharePicture,
  siteOrigin,
  type Video,
} from '@vesper/contract';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { isGoneCategory } from '@vesper/library/topics';
import { listCategories, listVideos, type PublicVideos, selectChanges } from '@vesper/library/videos';
import type { DomainDirectory } from '@vesper/site/domains';
import { isGoneKeyword, listKeywordVideos } from '@vesper/words/keywords';
import type { Feed, FeedFormat, FeedItem } from './feed-xml.ts';

export interface FeedSite {
  config: DomainConfig;
  origin: string;
  publicVideos: PublicVideos;
  refusals: RefusedWords;
  domains: Pick<DomainDirectory, 'otherOwner' | 'configFor'>;
}

/** The feed, its page's new path, or neither. */
export type FoundFeed = { feed: Feed } | { movedTo: string } | { isGone: boolean };

const ITEMS = 50;

export async function feedOfSite(site: FeedSite, format: FeedFormat): Promise<FoundFeed> {
  const { siteName, seo } = site.config;
  const { videos } = await listVideos(site.publicVideos, { page: 1, limit: ITEMS });
  const about = { title: siteName, description: seo.defaultDescription || siteName };
  return { feed: await feedOf(site, { ...about, path: pageHref.home(), format, videos }) };
}

export async function feedOfCategory(site: FeedSite, format: FeedFormat, slug: string): Promise<FoundFeed> {
  const { db } = site.publicVideos;
  const categories = await listCategories(db, site.refusals);
  const category = categories.find((one) => one.slug === slug);
  if (!category) {
    const successor = categories.find(({ formerSlugs }) => formerSlugs?.includes(slug));
    return successor
      ? { movedTo: pageHref.category(successor.slug) }
      : { isGone: await isGoneCategory(db, slug) };
  }
  const { name } = category;
  const { videos } = await listVideos(site.publicVideos, { category: name, page: 1, limit: ITEMS });
  const about = {
    title: `${name} - ${site.config.siteName}`,
    description: `The newest videos in ${name} on ${site.config.siteName}.`,
  };
  return { feed: await feedOf(site, { ...about, path: pageHref.category(slug), format, videos }) };
}

/** In the keyword page's order, with titles in its language. */
export async function feedOfKeyword(
  site: FeedSite,
  format: FeedFormat,
  { lang, slug }: { lang: string; slug: string },
): Promise<FoundFeed> {
  const found = await listKeywordVideos(
    { ...site.publicVideos, refusals: site.refusals },
    { lang, slug, page: 1, limit: ITEMS },
  );
  if (!found) return { isGone: await isGoneKeyword(site.publicVideos.db, { lang, slug }) };
  const { keyword } = found;
  const path = pageHref.keyword(keyword.languageCode, keyword.slug);
  if (path !== pageHref.keyword(lang, slug)) return { movedTo: path };
  const about = {
    title: `${keyword.metaTitle} - ${site.config.siteName}`,
    description: keyword.metaDescription,
    language: keyword.languageCode,
  };
  return { feed: await feedOf(site, { ...about, path, format, videos: found.videos.map(translated) }) };
}

function translated(video: KeywordVideo): Video {
  return { ...video, title: video.localizedTitle, description: video.localizedDescription };
}

interface Listed extends Pick<Feed, 'title' | 'description'> {
  language?: string;
  path: string;
  format: FeedFormat;
  videos: readonly Video[];
}

async function feedOf(
  site: FeedSite,
  { language = 'en', path, format, videos, ...about }: Listed,
): Promise<Feed> {
  const changes = await selectChanges(
    site.publicVideos.db,
    videos.map(({ id }) => id),
  );
  return {
    ...about,
    language,
    page: site.origin + path,
    self: site.origin + pageHref.feed(path, format),
    author: site.config.siteName,
    items: await Promise.all(videos.map((video) => itemOf(site, video, changes.get(video.id)))),
  };
}

/** Names the domain that owns the video, as its page does. */
async function itemOf(
  { config, origin, domains }: FeedSite,
  video: Video,
  changedAt = new Date(0),
): Promise<FeedItem> {
  const owner = await domains.otherOwner(config.domain, video.category);
  const { embedding } = owner ? await domains.configFor(owner.domain) : config;
  const ownOrigin = owner ? siteOrigin(owner, origin) : origin;
  const { title, description, category, tags, thumbnailUrl } = video;
  const publishedAt = new Date(video.publishedAt);
  const picture = sharePicture(thumbnailUrl) ?? (thumbnailUrl ? { url: thumbnailUrl } : undefined);
  return {
    ...{ title, description, category, tags },
    page: ownOrigin + pageHref.video(video.id),
    player: embedding.sites === 'nobody' ? undefined : ownOrigin + pageHref.embed(video.id),
    publishedAt,
    // It may have been published again.
    updatedAt: changedAt > publishedAt ? changedAt : publishedAt,
    picture: picture && { ...picture, url: new URL(picture.url, origin).href },
    durationSeconds: video.duration,
  };
}
