import { routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/calls.ts';
import { ChartCard } from '../charts/chart-card.tsx';
import { figuresOf } from '../charts/chart-figures.ts';

const POLL_MS = 60_000;
const SHOWN = ['Queue length', 'Failures by class'];

/** The charts that belong here, of the last day. */
export function QueueCharts() {
  const { data } = useAdminQuery(routes.statistics.charts, { span: '24h' }, { pollMs: POLL_MS });
  const figures = data && figuresOf(data).filter(({ title }) => SHOWN.includes(title));
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {figures
        ? figures.map((figure) => <ChartCard key={figure.title} figure={figure} charts={data} />)
        : SHOWN.map((title) => <div key={title} className="skeleton h-96 rounded-2xl" />)}
    </div>
  );
}
