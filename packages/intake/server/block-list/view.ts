import { BlockEntry, BlockImport, type BlockListInfo } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { EntryRow } from './entry-queries.ts';
import type { ImportRow, ListRow } from './import-queries.ts';

export function toEntry(row: EntryRow): BlockEntry {
  const { kind, number, source_id: sourceId, list_id: listId } = row;
  return viewOf(BlockEntry, row, {
    id: `${kind}-${number}`,
    source: sourceId === null ? null : { id: sourceId, name: row.source_name ?? '' },
    list:
      listId === null
        ? null
        : {
            id: String(listId),
            name: row.list_name ?? '',
            version: row.version ?? '',
            dated: row.dated ?? '',
          },
  });
}

export function toImport(row: ImportRow): BlockImport {
  return viewOf(BlockImport, row, { id: String(row.id), videos: row.videos });
}

export function toList({ id, name, imports }: ListRow): BlockListInfo {
  return { id: String(id), name, imports: imports.map(toImport) };
}
