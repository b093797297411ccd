import { type KeywordPage, ORIGINAL_LANGUAGE, type Video, type VideoList } from '@vesper/contract';

/** What cards show, and what the visitor's library needs. */
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
  /** Only where cards show it. */
  description?: string;
  /** Set if not the original language. */
  lang?: string;
  /** What a related video shares with the page's, in words. */
  because?: string;
};

export interface ListedVideos extends Omit<VideoList, 'videos' | 'isSearch'> {
  videos: ListedVideo[];
}

export type ListedKeyword = ListedVideos & Pick<KeywordPage, 'keyword'>;

export function listedVideo(video: Video): ListedVideo {
  const { id, title, thumbnailUrl, placeholder, createdAt, duration, views, height, tags, previewUrl } =
    video;
  return { id, title, thumbnailUrl, placeholder, createdAt, duration, views, height, tags, previewUrl };
}

export function listedVideos({ videos, isSearch: _, ...list }: VideoList): ListedVideos {
  return { ...list, videos: videos.map(listedVideo) };
}

/** In the keyword's language, except untranslated texts. */
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
