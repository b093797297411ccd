import { DumpRun } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { DecisionCounts, DumpRunRow } from './queries.ts';

export function viewRun(run: DumpRunRow): DumpRun {
  const counts: [DecisionCounts, DecisionCounts] = [
    run.decided as DecisionCounts,
    run.seen as DecisionCounts,
  ];
  return viewOf(DumpRun, run, {
    decisions: withoutZeros(sumCounts(...counts)),
    problems: run.problems as DumpRun['problems'],
  });
}

export function sumCounts(one: DecisionCounts, other: DecisionCounts): DecisionCounts {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof DecisionCounts)[];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

function withoutZeros(counts: DecisionCounts): DumpRun['decisions'] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
