import type { BlockEntry, BlockImport, BlockKind, BlockOrigin } from '@vesper/contract';

export const KIND_WORDS: Record<BlockKind, string> = {
  address: 'Addresses',
  id: 'Sources’ ids',
  content: 'Files',
};

export const ORIGIN_WORDS: Record<BlockOrigin, string> = {
  case: 'A case',
  administrator: 'An administrator',
  list: 'An imported list',
};

export const IMPORT_WORDS: Record<BlockImport['state'], string> = {
  receiving: 'Not finished',
  finishing: 'Removing what is gone from the list',
  finished: 'Imported',
  stopped: 'Stopped',
};

export function whatOf({ kind, what }: BlockEntry): string {
  if (kind === 'id') return `The video with the id ${what}`;
  return kind === 'content' ? `The file ${what}` : what;
}
