import {
  Keyword,
  KeywordRecord,
  type KeywordVideo,
  LinkedVideo as LinkedVideoRecord,
} from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { HostAddresses } from '../../library/media/index.ts';
import { videoView } from '../../library/videos/index.ts';
import type { KeywordRecordRow } from './edit-queries.ts';
import type { LinkedVideoRow } from './link-queries.ts';
import type { KeywordRow, LinkedVideo } from './queries.ts';

export function keywordView(row: KeywordRow): Keyword {
  return viewOf(Keyword, row);
}

/** A translation without text counts as none. */
export function keywordVideoView(row: LinkedVideo, addresses: HostAddresses): KeywordVideo {
  return {
    ...videoView(row, addresses),
    localizedTitle: row.localized_title || row.title,
    localizedDescription: row.localized_description || row.description,
  };
}

export function keywordRecordView(row: KeywordRecordRow): KeywordRecord {
  return viewOf(KeywordRecord, row);
}

export function linkedVideoView(row: LinkedVideoRow): LinkedVideoRecord {
  return viewOf(LinkedVideoRecord, row, { linkedAt: row.created_at.toISOString() });
}
