import {
  type FilterCounts,
  type KeywordPage,
  ORIGINAL_LANGUAGE,
  type Owner,
  type Pagination,
  type SearchSaid,
  type Video,
  type VideoList,
} from '@vesper/contract';

/** What lists keep of a video: what its card shows, and what the visitor's library needs. */
export type ListedVideo = Pick<
  Video,
  | 'id'
  | 'title'
  | 'thumbnailUrl'
  | 'placeholder'
  | 'createdAt'
  | 'duration'
  | 'views'
  | 'height'
  | 'tags'
  | 'previewUrl'
> & {
  /** Only where the cards show it. */
  description?: string;
  /** The language of these texts, if it is not the original one. */
  lang?: string;
  /** Only of related videos: what they share with the other, as the card says it. */
  because?: string;
};

export interface ListedVideos {
  videos: ListedVideo[];
  pagination: Pagination;
  /** Only of a list that the site refuses. */
  refused?: NonNullable<VideoList['refused']>;
  search?: SearchSaid;
  filterCounts?: FilterCounts;
  owner?: Owner;
}

export type ListedKeyword = ListedVideos & Pick<KeywordPage, 'keyword'>;

export function listedVideo(video: Video): ListedVideo {
  const { id, title, thumbnailUrl, placeholder, createdAt, duration, views, height, tags, previewUrl } =
    video;
  return { id, title, thumbnailUrl, placeholder, createdAt, duration, views, height, tags, previewUrl };
}

export function listedVideos(list: VideoList): ListedVideos {
  const { videos, pagination, search, refused, filterCounts, owner } = list;
  return {
    videos: videos.map(listedVideo),
    pagination,
    ...(search ? { search } : {}),
    ...(refused ? { refused } : {}),
    ...(filterCounts ? { filterCounts } : {}),
    ...(owner ? { owner } : {}),
  };
}

/** The texts are in the keyword's language, except those that are not translated. */
export function listedKeyword({ keyword, videos, pagination, owner }: KeywordPage): ListedKeyword {
  const localized = videos.map((video) => ({
    ...listedVideo(video),
    title: video.localizedTitle,
    description: video.localizedDescription,
    ...(keyword.languageCode === ORIGINAL_LANGUAGE || video.localizedTitle === video.title
      ? {}
      : { lang: keyword.languageCode }),
  }));
  return { keyword, videos: localized, pagination, ...(owner ? { owner } : {}) };
}
