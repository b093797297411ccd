import { IndexNowTarget } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { TargetRow } from './queries.ts';

export function viewTarget(row: TargetRow): IndexNowTarget {
  const nextTryAt = row.problem === null ? null : row.due_at.toISOString();
  return viewOf(IndexNowTarget, row, { told: Number(row.told), nextTryAt });
}
