import { pageHref, type Video } from '@vesper/contract';
import { readQuery } from '../../data/answers.ts';
import type { ListedCategory } from '../../data/catalogue-queries.ts';
import { canonicalOrigin, type Head, templatedTitle } from '../../head/head.ts';
import { breadcrumbs, pageImage, videoObject } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { describeNotFound } from '../not-found/describe.ts';
import { missingWords } from './missing-words.ts';
import { videoQueries } from './queries.ts';

/** As much as search engines show. */
const DESCRIPTION_LENGTH = 160;

export function describeVideo(context: DescribeContext): PageDescription | undefined {
  const queries = videoQueries(context);
  const video = readQuery(context.cache, queries.video);
  if (video === undefined) return undefined;
  if (video === null)
    return describeNotFound(context, missingWords(readQuery(context.cache, queries.gone)).title);
  const categories = readQuery(context.cache, queries.categories) ?? [];
  const head = videoHead(context, video, categories);
  // For a merged video the call returns the one that stayed.
  const isMoved = video.id !== context.params.id;
  return isMoved ? { status: 301, location: pageHref.video(video.id), head } : { status: 200, head };
}

function videoHead({ config, origin }: DescribeContext, video: Video, categories: ListedCategory[]): Head {
  const path = pageHref.video(video.id);
  const canonical = canonicalOrigin(video.owner, origin) + path;
  const category = categories.find(({ name }) => name === video.category);
  const trail = [
    { name: config.siteName, path: pageHref.home() },
    ...(category ? [{ name: category.name, path: pageHref.category(category.slug) }] : []),
    { name: video.title, path },
  ];
  const isFramed = config.embedding.sites !== 'nobody';
  const size = { width: video.width ?? undefined, height: video.height ?? undefined };
  return {
    title: templatedTitle(config, video.title),
    description: summary(video.description) || `Watch ${video.title} on ${config.siteName}.`,
    keywords: [...video.tags, ...(video.category ? [video.category] : [])],
    canonical,
    ...(isFramed ? { alternates: oembedLinks(video, origin) } : {}),
    kind: 'video.other',
    image: pageImage(video, origin),
    // The framed player: the film's address is for search engines alone.
    ...(video.videoUrl && isFramed ? { video: { url: origin + pageHref.embed(video.id), ...size } } : {}),
    structuredData: [videoObject(video, { origin, url: canonical, isFramed }), breadcrumbs(trail, origin)],
  };
}

/** oEmbed 1.0, section 4. */
function oembedLinks({ id, title }: Video, origin: string): NonNullable<Head['alternates']> {
  const to = (format: 'json' | 'xml') => origin + pageHref.oembed(origin + pageHref.video(id), format);
  return [
    { type: 'application/json+oembed', title, url: to('json') },
    { type: 'text/xml+oembed', title, url: to('xml') },
  ];
}

/** One line, cut between words. */
function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  const cut = line.slice(0, DESCRIPTION_LENGTH - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_LENGTH / 2)).toWellFormed()}…`;
}
