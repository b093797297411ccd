import {
  caseFormOf,
  csvText,
  REPORT_OUTCOMES,
  type ReportLine,
  type TransparencyReport,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type CountRow, countCases, selectCounts } from './queries.ts';

const QUARTERS = 40;
const HOUR_SECONDS = 3600;

export async function recount({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.transaction().execute((tx) => countCases(tx, clock.now()));
}

export async function transparencyReport(db: Db): Promise<TransparencyReport> {
  const rows = await selectCounts(db, QUARTERS);
  const byQuarter = Map.groupBy(rows, ({ quarter }) => quarter);
  return {
    countedAt: rows[0]?.counted_at.toISOString() ?? null,
    quarters: [...byQuarter].map(([quarter, rows]) => ({
      quarter,
      lines: [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, counts]) => lineOf(kind, counts)),
    })),
  };
}

function lineOf(kind: string, counts: readonly CountRow[]): ReportLine {
  const of = (outcome: string) => counts.find((row) => row.outcome === outcome);
  const seconds = of('received')?.median_seconds ?? null;
  return {
    kind,
    label: caseFormOf(kind)?.label ?? kind,
    received: of('received')?.cases ?? 0,
    outcomes: Object.fromEntries(
      REPORT_OUTCOMES.map((outcome) => [outcome, of(outcome)?.cases ?? 0]),
    ) as ReportLine['outcomes'],
    medianHours: seconds === null ? null : hours(seconds),
  };
}

function hours(seconds: number): number {
  return Math.round((10 * seconds) / HOUR_SECONDS) / 10;
}

/** RFC 4180, UTF-8: a line per quarter, kind and outcome. */
export async function transparencyCsv(db: Db): Promise<string> {
  const rows = await selectCounts(db, QUARTERS);
  return csvText(
    ['quarter', 'kind', 'outcome', 'cases', 'median_hours_to_decision'],
    rows.map(({ quarter, kind, outcome, cases, median_seconds: seconds }) => [
      ...[quarter, kind, outcome, cases],
      seconds === null ? null : hours(seconds),
    ]),
  );
}
