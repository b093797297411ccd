import type { Keyword, KeywordVideo, Video } from '@vesper/contract';
import type { KeywordRow, LinkedVideo } from './queries.ts';

export function keywordView(row: KeywordRow): Keyword {
  return {
    keyword: row.keyword,
    slug: row.slug,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    languageCode: row.language_code,
    views: row.views,
  };
}

/** A translation without text counts as none. */
export function keywordVideoView(video: Video, translation: LinkedVideo | undefined): KeywordVideo {
  return {
    ...video,
    localizedTitle: translation?.title || video.title,
    localizedDescription: translation?.description || video.description,
  };
}
