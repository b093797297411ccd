import {
  type Category,
  type DomainConfig,
  lastingFilm,
  pageHref,
  sharePicture,
  type Video,
} from '@vesper/contract';
import type { ListedVideo } from '../data/listed-videos.ts';
import { isoDuration } from '../ui/format.ts';
import type { PageImage } from './head.ts';

type Thing = Record<string, unknown>;

interface VideoPlace {
  origin: string;
  url: string;
  /** Whether other sites may frame the domain's player. */
  isFramed: boolean;
}

export function videoObject(video: Video, { origin, url, isFramed }: VideoPlace): Thing {
  const film = lastingFilm(video) ?? video.videoUrl;
  return {
    '@type': 'VideoObject',
    name: video.title,
    description: video.description.trim() || video.title,
    ...(video.thumbnailUrl ? { thumbnailUrl: [absolute(video.thumbnailUrl, origin)] } : {}),
    uploadDate: video.publishedAt,
    ...(video.embedUrl
      ? { embedUrl: video.embedUrl }
      : {
          ...(film ? { contentUrl: absolute(film, origin) } : {}),
          ...(isFramed ? { embedUrl: origin + pageHref.embed(video.id) } : {}),
        }),
    url,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: video.views,
    },
    keywords: video.tags.join(', '),
    genre: video.category,
    isFamilyFriendly: false,
    duration: isoDuration(video.duration),
  };
}

/** The home page comes first. */
export function breadcrumbs(trail: { name: string; path: string }[], origin: string): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

export function webSite(config: DomainConfig, origin: string): Thing {
  return {
    '@type': 'WebSite',
    name: config.siteName,
    description: config.description,
    url: origin + pageHref.home(),
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        // The template's braces must not be encoded.
        urlTemplate: `${origin}${pageHref.home({ search: 'TERM' }).replace('TERM', '{search_term_string}')}`,
      },
      'query-input': 'required name=search_term_string',
    },
  };
}

export function collectionPage(
  category: Pick<Category, 'name' | 'videoCount'>,
  videos: ListedVideo[],
  { origin, url }: { origin: string; url: string },
): Thing {
  return {
    '@type': 'CollectionPage',
    name: category.name,
    url,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: category.videoCount,
      itemListElement: videos.map((video, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: video.title,
        url: origin + pageHref.video(video.id),
      })),
    },
  };
}

export function absolute(address: string, origin: string): string {
  return URL.canParse(address, origin) ? new URL(address, origin).href : address;
}

/** Our own in the shape that other sites show, others unchanged. */
export function pageImage(
  { thumbnailUrl, title }: { thumbnailUrl: string; title: string },
  origin: string,
): PageImage | undefined {
  if (!thumbnailUrl) return undefined;
  const share = sharePicture(thumbnailUrl);
  if (!share) return { url: absolute(thumbnailUrl, origin), alt: title };
  return { ...share, url: origin + share.url, type: 'image/jpeg', alt: title };
}
