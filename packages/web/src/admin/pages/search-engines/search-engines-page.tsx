import { routes, siteOrigin } from '@vesper/contract';
import { useState } from 'react';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { SelectField } from '../../ui/form.tsx';
import { IndexNowCard } from './index-now-card.tsx';
import { PageStatesCard } from './page-states-card.tsx';
import { SeenPageCard } from './seen-page-card.tsx';
import { SitemapsCard } from './sitemaps-card.tsx';
import { VisitsCard } from './visits-card.tsx';

/** What an engine sees. */
export default function SearchEnginesPage() {
  const domains = useAdminQuery(routes.domainSettings.list).data ?? [];
  const [chosen, setChosen] = useState('');
  const config = (domains.find(({ config }) => config.domain === chosen) ?? domains[0])?.config;
  const domain = config?.domain ?? '';
  const origin = config ? siteOrigin(config, window.location.origin) : window.location.origin;
  return (
    <AdminPage
      title="Search engines"
      about="What an engine sees: which pages it may index, where it is told of them, and what it reads there."
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
