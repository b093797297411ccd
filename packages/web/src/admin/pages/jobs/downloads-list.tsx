import { adminHref, BY_HAND, type DownloadJob, routes } from '@vesper/contract';
import { useState } from 'react';
import { useAdminList } from '../../data/use-admin-query.ts';
import { Address } from '../../ui/address.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListState, MoreButton } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { JobActions } from './job-actions.tsx';
import type { JobFilter } from './job-filter.ts';
import { downloadQuery, JOBS_POLL_MS } from './job-kinds.ts';
import { DownloadPace, JobBadge, JobError, JobProgress, JobTries } from './job-status.tsx';

const PAGE_SIZE = 50;

interface JobsListProps {
  filter: JobFilter;
  nameOf: (sourceId: string) => string;
}

export function DownloadsList({ filter, nameOf }: JobsListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rows, error, refetch, ...more } = useAdminList(
    routes.downloads.list,
    { limit: PAGE_SIZE, ...downloadQuery(filter) },
    {
      rowsOf: (page) => page,
      nextOf: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
      pollMs: JOBS_POLL_MS,
    },
  );
  return (
    <>
      <BulkBar filter={filter} selected={selected} onDone={() => setSelected(new Set())} />
      <ListState rows={rows} error={error} onRetry={() => void refetch()} empty="No downloads match.">
        <DataTable
          caption="Downloads"
          columns={columns(nameOf)}
          rows={rows ?? []}
          keyOf={({ id }) => id}
          nameOf={({ title, sourceUrl }) => title ?? sourceUrl}
          actions={(job) => <JobActions kind="downloads" job={job} />}
          selection={{ selected, onChange: setSelected }}
        />
        <MoreButton {...more} />
      </ListState>
    </>
  );
}

function columns(nameOf: JobsListProps['nameOf']): Column<DownloadJob>[] {
  return [
    {
      header: 'Video',
      className: 'max-w-96 min-w-48',
      cell: (job) => (
        <>
          <a className="font-semibold wrap-anywhere hover:underline" href={adminHref('job', job.id)}>
            {job.title ?? <Address text={job.sourceUrl} />}
          </a>
          {job.title && (
            <p className="text-xs wrap-anywhere text-muted">
              <Address text={job.sourceUrl} />
            </p>
          )}
        </>
      ),
    },
    {
      header: 'State',
      className: 'max-w-80 min-w-44',
      cell: (job) => (
        <div className="flex flex-col gap-1">
          <span>
            <JobBadge {...job} />
          </span>
          <DownloadPace job={job} />
          <JobError {...job} />
          <JobTries {...job} />
        </div>
      ),
    },
    { header: 'Progress', cell: (job) => <JobProgress {...job} of={job.title ?? job.sourceUrl} /> },
    { header: 'Source', from: 'lg', cell: ({ sourceId }) => nameOf(sourceId ?? BY_HAND) },
    { header: 'Added', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
