import { type EngineVisits, routes, siteOrigin } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { PageStatesCard } from './page-states-card.tsx';
import { SeenPageCard } from './seen-page-card.tsx';
import { IndexNowCard, SitemapsCard } from './told-cards.tsx';

export default function SearchEnginesPage() {
  const domains = useAdminQuery(routes.domainSettings.list).data ?? [];
  const [chosen, setChosen] = useState('');
  const config = (domains.find(({ config }) => config.domain === chosen) ?? domains[0])?.config;
  const domain = config?.domain ?? '';
  const origin = config ? siteOrigin(config, window.location.origin) : window.location.origin;
  return (
    <AdminPage
      title="Search engines"
      about="What search engines see: which pages they may index, how they learn of them, and what they read there."
      actions={
        domains.length > 1 && (
          <div className="min-w-48">
            <SelectField
              label="Domain"
              value={domain}
              onChange={({ target }) => setChosen(target.value)}
              of={domains.map(({ config }) => [config.domain, config.domain])}
            />
          </div>
        )
      }
    >
      <SeenPageCard key={origin} origin={origin} />
      <PageStatesCard domain={domain} />
      <SitemapsCard domain={domain} origin={origin} />
      <IndexNowCard domain={domain} />
      <VisitsCard />
    </AdminPage>
  );
}

const DAYS = 30;
const DAY_MS = 86_400_000;
const POLL_MS = 60_000;
const HEIGHT = 24;

const COLUMNS: Column<EngineVisits>[] = [
  { header: 'Engine', cell: ({ label }) => <span className="font-semibold">{label}</span> },
  { header: 'Last visit', cell: ({ lastAt }) => <Moment at={lastAt} /> },
  { header: 'Today', align: 'right', cell: ({ days }) => formatCount(visitsSince(days, 1)) },
  { header: '7 days', align: 'right', cell: ({ days }) => formatCount(visitsSince(days, 7)) },
  { header: '30 days', align: 'right', cell: ({ days }) => formatCount(visitsSince(days, DAYS)) },
  { header: 'By day', cell: ({ days }) => <DayBars days={days} /> },
];

function VisitsCard() {
  const list = useAdminQuery(routes.indexing.visits, {}, { pollMs: POLL_MS });
  return (
    <Card
      title="Search engine visits"
      icon={Bot}
      about="Requests from crawlers whose address is verified. Impostors are not counted. Days are in UTC."
    >
      <ListTable
        list={list}
        empty="No search engines are known."
        caption="Search engine visits"
        columns={COLUMNS}
        keyOf={({ engine }) => engine}
        nameOf={({ label }) => label}
      />
    </Card>
  );
}

function DayBars({ days }: Pick<EngineVisits, 'days'>) {
  if (days.length === 0) return <span className="text-muted">–</span>;
  const highest = Math.max(...days.map(({ visits }) => visits));
  return (
    <svg
      viewBox={`0 0 ${DAYS * 4} ${HEIGHT}`}
      className="h-6 w-32 text-primary-text"
      role="img"
      aria-label={days.map(({ day, visits }) => `${day}: ${visits}`).join(', ')}
    >
      {days.map(({ day, visits }) => {
        const height = Math.max((visits / highest) * HEIGHT, 1);
        return (
          <rect
            key={day}
            x={(DAYS - 1 - daysAgo(day)) * 4}
            y={HEIGHT - height}
            width={3}
            height={height}
            fill="currentColor"
          >
            <title>{`${day}: ${formatCount(visits)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function visitsSince(days: EngineVisits['days'], count: number): number {
  return days.reduce((sum, { day, visits }) => (daysAgo(day) < count ? sum + visits : sum), 0);
}

function daysAgo(day: string): number {
  return Math.floor(Date.now() / DAY_MS) - Math.floor(Date.parse(day) / DAY_MS);
}
