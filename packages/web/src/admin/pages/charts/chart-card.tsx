import type { Charts } from '@vesper/contract';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { type Figure, isEmpty } from './chart-figures.ts';
import { describeFigure, stepText, summary, valueText } from './chart-words.ts';
import { NumbersTable } from './numbers-table.tsx';
import { TimeChart } from './time-chart.tsx';

/** A chart, its legend with the values under the pointer, and its numbers as a table. */
export function ChartCard({
  figure,
  charts,
  className,
}: {
  figure: Figure;
  charts: Charts;
  className?: string;
}) {
  const [pointed, setPointed] = useState<number>();
  const time = pointed === undefined ? undefined : charts.times[pointed];
  return (
    <Card title={figure.title} about={figure.about} {...(className ? { className } : {})}>
      {isEmpty(figure) ? (
        <p className="grid h-56 place-items-center rounded-xl border border-line text-center text-sm text-muted">
          No data in this period.
        </p>
      ) : (
        <>
          <p className="min-h-5 text-xs text-muted tabular-nums">
            {time ? stepText(time, charts.step) : figure.form === 'bars' ? 'Total' : 'Latest sample'}
          </p>
          <Legend figure={figure} at={time ? pointed : undefined} />
          <TimeChart
            figure={figure}
            charts={charts}
            description={describeFigure(figure, charts.span)}
            onPoint={setPointed}
          />
          <NumbersTable figure={figure} charts={charts} />
        </>
      )}
    </Card>
  );
}

const SWATCHES = [
  'bg-(--chart-1)',
  'bg-(--chart-2)',
  'bg-(--chart-3)',
  'bg-(--chart-4)',
  'bg-(--chart-5)',
  'bg-(--chart-6)',
];

function Legend({ figure, at }: { figure: Figure; at: number | undefined }) {
  return (
    <ul className="mt-1 mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {figure.series.map(({ label, values }, place) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2.5 rounded-sm ${SWATCHES[place]}`} />
          <span className="text-muted">{label}</span>
          <span className="min-w-12 font-semibold tabular-nums">
            {at === undefined ? summary(values, figure) : valueText(values[at], figure.unit)}
          </span>
        </li>
      ))}
    </ul>
  );
}
