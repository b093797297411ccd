import {
  Keyword,
  KeywordRecord,
  type KeywordVideo,
  LinkedVideo as LinkedVideoRecord,
  pageHref,
} from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { HostAddresses } from '@vesper/library/media';
import { videoView } from '@vesper/library/videos';
import type { KeywordRecordRow } from './edit-queries.ts';
import type { LinkedVideoRow } from './link-queries.ts';
import type { KeywordRow, LinkedVideo } from './queries.ts';

export function keywordView(row: KeywordRow): Keyword {
  return viewOf(Keyword, row);
}

export function keywordVideoView(row: LinkedVideo, addresses: HostAddresses): KeywordVideo {
  return {
    ...videoView(row, addresses),
    localizedTitle: row.localized_title || row.title,
    localizedDescription: row.localized_description || row.description,
  };
}

export function keywordRecordView(row: KeywordRecordRow): KeywordRecord {
  return viewOf(KeywordRecord, row, { alikeTo: alikeTo(row) });
}

function alikeTo(row: KeywordRecordRow): string | null {
  if (row.alike_slug !== null) return pageHref.keyword(row.alike_language ?? 'en', row.alike_slug);
  return row.alike_category_slug === null ? null : pageHref.category(row.alike_category_slug);
}

export function linkedVideoView(row: LinkedVideoRow): LinkedVideoRecord {
  return viewOf(LinkedVideoRecord, row, { linkedAt: row.created_at.toISOString() });
}
