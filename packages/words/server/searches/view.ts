import { SearchRecord } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { SearchRow } from './search-queries.ts';

export function searchRecordView(row: SearchRow, isSynonym: boolean): SearchRecord {
  return viewOf(SearchRecord, row, { isSynonym });
}
