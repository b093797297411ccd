import { CHART_SPANS, type ChartSpan, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { FailureNote } from '@vesper/web/admin/ui/list.tsx';
import { useMemo, useState } from 'react';
import { ChartCard } from './chart-card.tsx';
import { figuresOf, SPAN_NAMES } from './chart-figures.ts';

const POLL_MS = 60_000;
const SKELETONS = [1, 2, 3, 4, 5, 6, 7];

export default function ChartsPage() {
  const [span, setSpan] = useState<ChartSpan>('30d');
  const { data, error, refetch } = useAdminQuery(routes.statistics.charts, { span }, { pollMs: POLL_MS });
  const figures = useMemo(() => (data ? figuresOf(data) : []), [data]);
  return (
    <AdminPage
      title="Charts"
      about="Hours and days are in UTC; the last one is not complete yet."
      actions={<SpanChoice span={span} onChange={setSpan} />}
    >
      {error && !data ? (
        <FailureNote error={error} refetch={refetch} />
      ) : (
        <div className="grid gap-6 xl:grid-cols-2" aria-busy={data?.span !== span}>
          {data
            ? figures.map((figure, at) => (
                <ChartCard key={figure.title} {...{ figure, charts: data }} className={widthOf(at)} />
              ))
            : SKELETONS.map((key, at) => (
                <div key={key} className={`skeleton h-96 rounded-2xl ${widthOf(at)}`} />
              ))}
        </div>
      )}
    </AdminPage>
  );
}

/** The first spans the page. */
function widthOf(at: number): string {
  return at === 0 ? 'xl:col-span-2' : '';
}

function SpanChoice({ span, onChange }: { span: ChartSpan; onChange: (span: ChartSpan) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-xl border border-line bg-panel p-1">
      <legend className="sr-only">Time</legend>
      {CHART_SPANS.map((one) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 text-sm font-medium text-muted hover:text-text has-checked:bg-raised has-checked:text-primary-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-text"
        >
          <input
            type="radio"
            name="span"
            value={one}
            checked={one === span}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {SPAN_NAMES[one]}
        </label>
      ))}
    </fieldset>
  );
}
