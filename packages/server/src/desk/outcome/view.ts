import { SourceStrike } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { KeyFolder } from '../../kernel/lib/files/key-folder.ts';
import { openerOf } from '../cases/index.ts';
import type { ListedStrike } from './strike-queries.ts';

export function toStrike(row: ListedStrike, keys: KeyFolder): SourceStrike {
  const { case_id: id, void_reason: reason } = row;
  return viewOf(SourceStrike, row, {
    requestId: id,
    voidReason: reason && openerOf(keys, { ...row, id }).openText('void', reason),
  });
}
