import { type IndexNowTarget, MOST_WAITING, routes, type SitemapState } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Megaphone, Network } from 'lucide-react';
import { useState } from 'react';

/** Shown at first; few people need the others. */
const SHOWN = 12;

export function SitemapsCard({ domain, origin }: { domain: string; origin: string }) {
  const { data, ...query } = useAdminQuery(routes.indexing.sitemaps, domain ? { domain } : {});
  const [isOpen, setOpen] = useState(false);
  const files = data?.files ?? [];
  const shown = data && (isOpen ? files : files.slice(0, SHOWN));
  return (
    <Card
      title="Sitemap"
      icon={Network}
      about={
        <>
          <a className="wrap-anywhere underline" href={`${origin}/sitemap.xml`}>
            {`${origin}/sitemap.xml`}
          </a>{' '}
          {data && data.count > files.length
            ? `lists ${formatCount(data.count)} files. The first ${formatCount(files.length)} are shown here.`
            : 'lists these files.'}{' '}
          Video counts are updated every minute.
        </>
      }
    >
      <ListTable
        rows={shown}
        query={query}
        empty="The sitemap is empty."
        caption="Sitemap files"
        columns={columnsOf(origin)}
        keyOf={({ path }) => path}
      />
      {data && files.length > SHOWN && (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${formatCount(files.length)}`}
          </Button>
        </div>
      )}
    </Card>
  );
}

function columnsOf(origin: string): Column<SitemapState>[] {
  return [
    {
      header: 'File',
      cell: ({ path }) => (
        <a className="wrap-anywhere hover:underline" href={origin + path}>
          {path}
        </a>
      ),
    },
    {
      header: 'Addresses',
      align: 'right',
      cell: ({ addresses, isUpperBound }) =>
        addresses === null ? (
          <span className="text-muted">not counted</span>
        ) : (
          `${isUpperBound ? 'at most ' : ''}${formatCount(addresses)}`
        ),
    },
    { header: 'Last change', cell: ({ changedAt }) => <Moment at={changedAt} none="–" /> },
  ];
}

const POLL_MS = 60_000;

const COLUMNS: Column<IndexNowTarget>[] = [
  { header: 'Engine', cell: ({ endpoint }) => <span className="wrap-anywhere">{endpoint}</span> },
  {
    header: 'Queued',
    align: 'right',
    cell: ({ waiting }) => `${waiting < MOST_WAITING ? '' : 'at least '}${formatCount(waiting)}`,
  },
  { header: 'Submitted', align: 'right', cell: ({ told }) => formatCount(told) },
  { header: 'Last success', cell: ({ lastToldAt }) => <Moment at={lastToldAt} /> },
  {
    header: 'State',
    cell: ({ problem, nextTryAt }) =>
      problem === null ? (
        <StatusBadge tone="good">OK</StatusBadge>
      ) : (
        <div className="flex flex-col items-start gap-0.5">
          <StatusBadge tone="warn">Failing</StatusBadge>
          <p className="text-xs text-pretty text-warn">{problem}</p>
          <p className="text-xs text-muted">
            Next attempt: <Moment at={nextTryAt} />
          </p>
        </div>
      ),
  },
];

export function IndexNowCard({ domain }: { domain: string }) {
  const { data, ...query } = useAdminQuery(routes.indexing.indexNow, domain ? { domain } : {}, {
    pollMs: POLL_MS,
  });
  return (
    <Card
      title="IndexNow"
      icon={Megaphone}
      about="Notifies participating engines of new, changed and removed pages within minutes, before their next visit."
    >
      <ListTable
        rows={data?.targets}
        query={query}
        empty={
          data?.isOn
            ? 'Nothing has been submitted for this domain yet. It needs a public name and a running worker.'
            : 'IndexNow is off. Add an endpoint to the setting INDEXNOW_ENDPOINTS.'
        }
        caption="IndexNow engines"
        columns={COLUMNS}
        keyOf={({ endpoint }) => endpoint}
      />
    </Card>
  );
}
