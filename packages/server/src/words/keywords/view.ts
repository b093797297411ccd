import {
  Keyword,
  KeywordRecord,
  type KeywordVideo,
  LinkedVideo as LinkedVideoRecord,
  type Video,
} from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { KeywordRecordRow } from './edit-queries.ts';
import type { LinkedVideoRow } from './link-queries.ts';
import type { KeywordRow, LinkedVideo } from './queries.ts';

export function keywordView(row: KeywordRow): Keyword {
  return viewOf(Keyword, row);
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
  return viewOf(KeywordRecord, row);
}

export function linkedVideoView(row: LinkedVideoRow): LinkedVideoRecord {
  return viewOf(LinkedVideoRecord, row, { linkedAt: row.created_at.toISOString() });
}
