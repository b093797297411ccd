import type {
  Category,
  Client,
  KeywordLink,
  RelatedVideo,
  ShownDomain,
  SignedThumbnail,
  Video,
  VideoListQuery,
} from '@vesper/contract';
import { FALLBACK_DOMAIN_CONFIG, HOME_PAGE_SIZE } from '@vesper/contract';
import type { PageQuery } from './answers.ts';
import { saysMissing, statusOf } from './call-failure.ts';
import { type ListedVideo, type ListedVideos, listedVideo, listedVideos } from './listed-videos.ts';

const SIGNED_URL_CACHE_MS = 50 * 60_000;
/** Keeps the list and the scroll position for Back after a long film. */
const LIST_CACHE_MS = 60 * 60_000;

export function configQuery(client: Client) {
  return {
    queryKey: ['/api/domain-config'],
    queryFn: () =>
      client.domains.config().catch((error: unknown) => {
        console.error('Failed to fetch the domain configuration', error);
        return FALLBACK_DOMAIN_CONFIG;
      }),
  } satisfies PageQuery<ShownDomain>;
}

export type ListedCategory = Omit<Category, 'id'>;

export function categoriesQuery(client: Client): PageQuery<ListedCategory[]> {
  return {
    queryKey: ['/api/categories'],
    queryFn: async () => (await client.categories.list()).map(({ id: _, ...category }) => category),
    gcTime: LIST_CACHE_MS,
  };
}

export function keywordLinksQuery(client: Client, category?: string): PageQuery<KeywordLink[]> {
  const input = category === undefined ? {} : { category };
  return {
    queryKey: ['/api/keyword-links', input],
    // The page is complete without them.
    queryFn: () => orElse(client.keywords.links(input), []),
    gcTime: LIST_CACHE_MS,
  };
}

export function videoListQuery(client: Client, input: VideoListQuery): PageQuery<ListedVideos> {
  return {
    queryKey: ['/api/videos', input],
    queryFn: async () => listedVideos(await client.videos.list(input)),
    gcTime: LIST_CACHE_MS,
  };
}

/** Shares the home page's cache key. */
export function newestVideosQuery(client: Client): PageQuery<ListedVideos> {
  return videoListQuery(client, { page: 1, limit: HOME_PAGE_SIZE });
}

export function videoQuery(client: Client, id: string): PageQuery<Video | null> {
  return {
    queryKey: ['/api/videos', id],
    queryFn: () => orElse(client.videos.get({ id }), null),
  };
}

export function relatedQuery(client: Client, id: string): PageQuery<Pick<ListedVideos, 'videos'>> {
  return {
    queryKey: ['/api/videos', id, 'related'],
    queryFn: async () => {
      const related = await orElse(client.videos.related({ id }), []);
      return { videos: related.map(relatedVideo) };
    },
  };
}

const SHARED = {
  tag: 'Same tag: ',
  category: 'Same category: ',
  together: 'Watched together',
};

function relatedVideo({ video, because }: RelatedVideo): ListedVideo {
  const listed = listedVideo(video);
  // Shared words are no reason that a visitor would recognise.
  if (!because || because.kind === 'words') return listed;
  return { ...listed, because: SHARED[because.kind] + because.words.join(', ') };
}

export interface SignedAddress {
  url: string;
  expiresAtMs: number;
}

export function signedVideoQuery(client: Client, id: string): PageQuery<SignedAddress> {
  return {
    queryKey: ['/api/videos', id, 'signed-url'],
    queryFn: async () => {
      const { signedUrl, expiresIn } = await client.media.signVideo({ id });
      return { url: signedUrl, expiresAtMs: Date.now() + expiresIn * 1000 };
    },
    staleTime: SIGNED_URL_CACHE_MS,
    gcTime: SIGNED_URL_CACHE_MS,
  };
}

export function signedThumbnailQuery(client: Client, id: string): PageQuery<SignedThumbnail> {
  return {
    queryKey: ['/api/videos', id, 'thumbnail-signed-url'],
    queryFn: () =>
      client.media.signThumbnail({ id }).catch((error: unknown) => {
        throw new Error(`Failed to fetch thumbnail: ${statusOf(error)}`, { cause: error });
      }),
    staleTime: SIGNED_URL_CACHE_MS,
  };
}

/** The call's answer, or `missing` if the record does not exist. */
export async function orElse<Data, Missing>(call: Promise<Data>, missing: Missing): Promise<Data | Missing> {
  try {
    return await call;
  } catch (error) {
    if (saysMissing(error)) return missing;
    throw error;
  }
}
