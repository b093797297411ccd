import { adminHref, BY_HAND, type DownloadJob, type MediaJob, routes } from '@vesper/contract';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { fullPages, useAdminList } from '../../data/calls.ts';
import { type Column, ListTable } from '../../ui/list.tsx';
import { Address, Moment, NameCell } from '../../ui/values.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { JobActions } from './job-actions.tsx';
import type { JobFilter } from './job-filter.ts';
import { downloadQuery, JOBS_POLL_MS, mediaQuery } from './job-kinds.ts';
import { DownloadPace, JobBadge, JobError, JobProgress, JobTries } from './job-status.tsx';
import { MEDIA_STEP_WORDS } from './job-words.ts';

const PAGE_SIZE = 50;

type Job = DownloadJob | MediaJob;

interface JobsListProps<J extends Job>
  extends Pick<ComponentProps<typeof ListTable<J>>, 'caption' | 'rows' | 'query' | 'nameOf' | 'columns'> {
  filter: JobFilter;
}

/** Jobs of one kind, with what can be done to each and to many. */
function JobsList<J extends Job>({ filter, ...table }: JobsListProps<J>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <BulkBar filter={filter} selected={selected} onDone={() => setSelected(new Set())} />
      <ListTable
        {...table}
        empty={`No ${table.caption.toLowerCase()} match.`}
        keyOf={({ id }) => id}
        actions={(job) => <JobActions kind={filter.kind} job={job} />}
        selection={{ selected, onChange: setSelected }}
      />
    </>
  );
}

interface DownloadsListProps {
  filter: JobFilter;
  nameOf: (sourceId: string) => string;
}

export function DownloadsList({ filter, nameOf }: DownloadsListProps) {
  const list = useAdminList(
    routes.downloads.list,
    { limit: PAGE_SIZE, ...downloadQuery(filter) },
    fullPages(PAGE_SIZE, ({ id }) => id, JOBS_POLL_MS),
  );
  const titleOf = ({ title, sourceUrl }: DownloadJob) => title ?? sourceUrl;
  return (
    <JobsList
      rows={list.rows}
      query={list}
      filter={filter}
      caption="Downloads"
      nameOf={titleOf}
      columns={[
        videoColumn(
          (job: DownloadJob) => job.title ?? <Address text={job.sourceUrl} />,
          ({ title, sourceUrl }) => title && <Address text={sourceUrl} />,
        ),
        stateColumn((job: DownloadJob) => <DownloadPace job={job} />),
        { header: 'Progress', cell: (job) => <JobProgress {...job} of={titleOf(job)} /> },
        { header: 'Source', from: 'lg', cell: ({ sourceId }) => nameOf(sourceId ?? BY_HAND) },
        { header: 'Added', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

const MEDIA_COLUMNS: Column<MediaJob>[] = [
  videoColumn(({ videoTitle }) => videoTitle),
  { header: 'Step', cell: ({ step }) => MEDIA_STEP_WORDS[step] },
  stateColumn(),
  { header: 'Progress', cell: (job) => <JobProgress {...job} of={job.videoTitle} /> },
  { header: 'Requested', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Ended', from: 'lg', cell: ({ completedAt }) => <Moment at={completedAt} none="not yet" /> },
];

export function MediaJobsList({ filter }: { filter: JobFilter }) {
  const list = useAdminList(routes.mediaJobs.list, mediaQuery(filter), {
    rowsOf: ({ jobs }) => jobs,
    nextOf: ({ next }) => next,
    pollMs: JOBS_POLL_MS,
  });
  return (
    <JobsList
      rows={list.rows}
      query={list}
      filter={filter}
      caption="Media jobs"
      nameOf={({ videoTitle, step }) => `${MEDIA_STEP_WORDS[step]} of ${videoTitle}`}
      columns={MEDIA_COLUMNS}
    />
  );
}

function videoColumn<J extends Job>(
  titleOf: (job: J) => ReactNode,
  below?: (job: J) => ReactNode,
): Column<J> {
  return {
    header: 'Video',
    className: 'max-w-96 min-w-48',
    cell: (job) => (
      <NameCell name={titleOf(job)} href={adminHref('job', job.id)}>
        {below?.(job)}
      </NameCell>
    ),
  };
}

function stateColumn<J extends Job>(pace?: (job: J) => ReactNode): Column<J> {
  return {
    header: 'State',
    className: 'max-w-80 min-w-44',
    cell: (job) => (
      <div className="flex flex-col gap-1">
        <span>
          <JobBadge {...job} />
        </span>
        {pace?.(job)}
        <JobError {...job} />
        <JobTries {...job} />
      </div>
    ),
  };
}
