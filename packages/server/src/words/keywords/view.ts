import type {
  Keyword,
  KeywordRecord,
  KeywordVideo,
  LinkedVideo as LinkedVideoRecord,
  Video,
} from '@vesper/contract';
import type { KeywordRecordRow } from './edit-queries.ts';
import type { LinkedVideoRow } from './link-queries.ts';
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

export function keywordRecordView(row: KeywordRecordRow): KeywordRecord {
  return {
    id: row.id,
    keyword: row.keyword,
    slug: row.slug,
    languageCode: row.language_code,
    countryCode: row.country_code,
    searchVolume: row.search_volume,
    difficulty: row.difficulty,
    category: row.category,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    enabled: row.enabled,
    views: row.views,
    createdAt: row.created_at.toISOString(),
    position: row.position,
    version: row.version,
    linkedVideos: row.linked_videos,
  };
}

export function linkedVideoView(row: LinkedVideoRow): LinkedVideoRecord {
  return {
    videoId: row.video_id,
    title: row.title,
    status: row.status as LinkedVideoRecord['status'],
    relevanceScore: row.relevance_score,
    localizedTitle: row.localized_title,
    linkedAt: row.created_at.toISOString(),
  };
}
