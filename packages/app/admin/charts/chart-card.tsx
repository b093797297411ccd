import type { Charts } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { useState } from 'react';
import { describeFigure, type Figure, isEmpty, stepText, summary, valueText } from './chart-figures.ts';
import { TimeChart } from './time-chart.tsx';

interface ChartCardProps {
  figure: Figure;
  charts: Charts;
  className?: string;
}

export function ChartCard({ figure, charts, className = '' }: ChartCardProps) {
  const [pointed, setPointed] = useState<number>();
  const time = pointed === undefined ? undefined : charts.times[pointed];
  return (
    <Card title={figure.title} about={figure.about} className={className}>
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

function NumbersTable({ figure, charts }: { figure: Figure; charts: Charts }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-2 text-sm font-medium text-muted hover:bg-raised hover:text-text">
        {isOpen ? 'Hide the numbers' : 'Show the numbers'}
        <span className="sr-only"> of {figure.title}</span>
      </summary>
      {isOpen && (
        <section
          aria-label={`The numbers of ${figure.title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          className="mt-2 max-h-72 overflow-auto rounded-xl border border-line"
        >
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-panel text-xs text-muted">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  {charts.step === 'hour' ? 'Hour' : 'Day'}
                </th>
                {figure.series.map(({ label }) => (
                  <th key={label} scope="col" className="px-3 py-2 text-right font-semibold">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {charts.times
                .map((time, at) => <Row key={time} {...{ figure, charts, time, at }} />)
                .toReversed()}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

function Row({ figure, charts, time, at }: { figure: Figure; charts: Charts; time: string; at: number }) {
  return (
    <tr>
      <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap text-muted">
        {stepText(time, charts.step)}
      </th>
      {figure.series.map(({ label, values }) => (
        <td key={label} className="px-3 py-1.5 text-right tabular-nums">
          {valueText(values[at], figure.unit)}
        </td>
      ))}
    </tr>
  );
}
