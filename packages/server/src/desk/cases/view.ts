import { SourceStrike } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { KeyFolder } from '../../kernel/lib/key-folder.ts';
import { openedText, openSeal } from './case-seal.ts';
import type { ListedStrike } from './strike-queries.ts';

export function toStrike(row: ListedStrike, keys: KeyFolder): SourceStrike {
  const { case_id: id, void_reason: reason } = row;
  const seal = reason === null ? undefined : openSeal(keys, { ...row, id });
  return viewOf(SourceStrike, row, {
    requestId: id,
    voidReason: reason && openedText(seal, 'void', reason),
  });
}
