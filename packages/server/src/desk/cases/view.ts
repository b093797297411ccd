import { SourceStrike } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { ListedStrike } from './strike-queries.ts';

export function toStrike(row: ListedStrike): SourceStrike {
  return viewOf(SourceStrike, row, { requestId: row.case_id });
}
