import { routes, type SourceOutcome, type Survival } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { type Column, DataTable, ListState, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Address, Moment, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { DECISION_WORDS } from '../crawler/why-card.tsx';

const COLUMNS: Column<SourceOutcome>[] = [
  { header: 'Outcome', cell: ({ decision }) => <WordBadge {...DECISION_WORDS[decision]} /> },
  { header: 'Addresses', align: 'right', cell: ({ count }) => formatCount(count) },
  {
    header: 'Latest example',
    className: 'max-w-96',
    cell: ({ example, advice }) => (
      <>
        <span className="wrap-anywhere">
          <Address text={example.url} />
        </span>
        <p className="mt-0.5 text-xs wrap-anywhere text-muted">
          {example.reason} <Moment at={example.decidedAt} />
        </p>
        <p className="mt-1 text-xs lg:hidden">{advice}</p>
      </>
    ),
  },
  { header: 'What to do', from: 'lg', className: 'max-w-80', cell: ({ advice }) => advice },
];

export function OutcomesCard({ sourceId }: { sourceId: string }) {
  const { data, ...query } = useAdminQuery(routes.ledger.ofSource, { id: sourceId }, { pollMs: 15_000 });
  return (
    <Card title="Last 1,000 URLs" about="Grouped by result, each with its latest example.">
      <ListTable
        rows={data?.outcomes}
        query={query}
        empty="No addresses of this source have been crawled yet."
        caption="The source's addresses by outcome"
        columns={COLUMNS}
        keyOf={({ example }) => example.url}
      />
    </Card>
  );
}

const WIDTH = 560;
const HEIGHT = 160;
const LEFT = 40;
const BOTTOM = 24;

type Age = Survival['ages'][number];

export function SurvivalCard({ sourceId }: { sourceId: string }) {
  const { data, ...query } = useAdminQuery(routes.health.survival, { id: sourceId });
  const known = data?.ages.filter(({ survival }) => survival !== null);
  return (
    <Card title="Health" about="The share of its videos still available, by age (Kaplan-Meier).">
      <ListState
        rows={known}
        query={query}
        empty="No data yet: the curve begins when its first videos are a day old."
      >
        <Curve ages={known ?? []} />
        <Numbers ages={known ?? []} />
      </ListState>
    </Card>
  );
}

/** Ages double at each step and are spaced evenly. */
function Curve({ ages }: { ages: readonly Age[] }) {
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - 8)) / Math.max(1, ages.length);
  const y = (survival: number) => 8 + (1 - survival) * (HEIGHT - BOTTOM - 8);
  const points = [{ ageDays: 0, survival: 1 }, ...ages];
  const line = points.map(({ survival }, index) => `${x(index)},${y(survival ?? 0)}`).join(' ');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Share of videos still available, by age"
      className="w-full max-w-3xl"
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line x1={LEFT} x2={WIDTH} y1={y(share)} y2={y(share)} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" fontSize="11" fill="var(--muted)">
            {share * 100} %
          </text>
        </g>
      ))}
      {points.map(({ ageDays }, index) => (
        <text key={ageDays} x={x(index)} y={HEIGHT - 6} textAnchor="middle" fontSize="11" fill="var(--muted)">
          {ageDays === 0 ? 'new' : `${ageDays} d`}
        </text>
      ))}
      <polyline points={line} fill="none" stroke="var(--primary-text)" strokeWidth="2" />
    </svg>
  );
}

const daysOf = ({ ageDays }: Age) => (ageDays === 1 ? '1 day' : `${ageDays} days`);

const AGE_COLUMNS: Column<Age>[] = [
  { header: 'Age', cell: daysOf },
  { header: 'Observed', align: 'right', cell: ({ observed }) => observed },
  { header: 'Still available', align: 'right', cell: ({ alive }) => alive },
  { header: 'Share', align: 'right', cell: ({ survival }) => `${((survival ?? 0) * 100).toFixed(1)} %` },
];

function Numbers({ ages }: { ages: readonly Age[] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-11 cursor-pointer py-3 text-muted">Show the numbers</summary>
      <DataTable
        caption="Survival by age"
        columns={AGE_COLUMNS}
        rows={ages}
        keyOf={({ ageDays }) => String(ageDays)}
        nameOf={daysOf}
      />
    </details>
  );
}
