import { BY_HAND, routes } from '@vesper/contract';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../data/address.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { ClearedNotice } from './clear-pending.tsx';
import { FailureClasses, JobCounts } from './job-counts.tsx';
import { filterHref, type JobFilter, readFilter } from './job-filter.ts';
import { JobFilters } from './job-filters.tsx';
import { DownloadsList, MediaJobsList } from './jobs-list.tsx';
import { OldStreamsNote } from './old-streams-note.tsx';

const KINDS = [
  ['downloads', 'Downloads'],
  ['media', 'Media jobs'],
] as const;

export default function JobsPage() {
  const { search } = useAddress();
  const filter = readFilter(search);
  const { data: sources = [] } = useAdminQuery(routes.sources.list);
  const nameOf = (sourceId: string) =>
    sourceId === BY_HAND
      ? 'Added by hand'
      : (sources.find(({ id }) => id === sourceId)?.name ?? 'A deleted source');
  return (
    <AdminPage
      title="Jobs"
      about="Downloads fetch videos. Media jobs make films, pictures and streams from them."
    >
      <Kinds current={filter.kind} />
      {filter.kind === 'media' ? <OldStreamsNote /> : <ClearedNotice />}
      <JobCounts filter={filter} />
      <FailureClasses filter={filter} />
      <JobFilters filter={filter} sources={sources} onChange={(next) => navigate(filterHref(next))} />
      {/* Each list has its own choice of rows. */}
      {filter.kind === 'media' ? (
        <MediaJobsList key={filterHref(filter)} filter={filter} />
      ) : (
        <DownloadsList key={filterHref(filter)} filter={filter} nameOf={nameOf} />
      )}
    </AdminPage>
  );
}

function Kinds({ current }: { current: JobFilter['kind'] }) {
  return (
    <nav aria-label="Kinds of jobs" className="flex gap-1 border-b border-line">
      {KINDS.map(([kind, word]) => (
        <a
          key={kind}
          href={filterHref({ kind })}
          aria-current={kind === current ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border-b-2 border-transparent px-4 text-sm font-semibold text-muted hover:text-text aria-[current]:border-primary aria-[current]:text-text"
        >
          {word}
        </a>
      ))}
    </nav>
  );
}
