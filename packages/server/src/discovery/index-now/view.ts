import type { IndexNowTarget } from '@vesper/contract';
import type { TargetRow } from './queries.ts';

export function viewTarget(row: TargetRow): IndexNowTarget {
  return {
    endpoint: row.endpoint,
    waiting: row.waiting,
    told: Number(row.told),
    lastToldAt: row.last_told_at?.toISOString() ?? null,
    problem: row.problem,
    nextTryAt: row.problem === null ? null : row.due_at.toISOString(),
  };
}
