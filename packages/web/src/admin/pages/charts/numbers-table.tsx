import type { Charts } from '@vesper/contract';
import { useState } from 'react';
import type { Figure } from './chart-figures.ts';
import { stepText, valueText } from './chart-words.ts';

/** The numbers of a chart, newest first. */
export function NumbersTable({ figure, charts }: { figure: Figure; charts: Charts }) {
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

interface RowProps {
  figure: Figure;
  charts: Charts;
  time: string;
  at: number;
}

function Row({ figure, charts, time, at }: RowProps) {
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
