import { adminHref, type MediaJob, routes } from '@vesper/contract';
import { useState } from 'react';
import { useAdminList } from '../../data/use-admin-query.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListState, MoreButton } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { JobActions } from './job-actions.tsx';
import type { JobFilter } from './job-filter.ts';
import { JOBS_POLL_MS, mediaQuery } from './job-kinds.ts';
import { JobBadge, JobError, JobProgress, JobTries } from './job-status.tsx';
import { MEDIA_STEP_WORDS } from './job-words.ts';

const COLUMNS: Column<MediaJob>[] = [
  {
    header: 'Video',
    className: 'max-w-96 min-w-48',
    cell: ({ id, videoTitle }) => (
      <a className="font-semibold wrap-anywhere hover:underline" href={adminHref('job', id)}>
        {videoTitle}
      </a>
    ),
  },
  { header: 'Step', cell: ({ step }) => MEDIA_STEP_WORDS[step] },
  {
    header: 'State',
    className: 'max-w-80 min-w-44',
    cell: (job) => (
      <div className="flex flex-col gap-1">
        <span>
          <JobBadge {...job} />
        </span>
        <JobError {...job} />
        <JobTries {...job} />
      </div>
    ),
  },
  { header: 'Progress', cell: (job) => <JobProgress {...job} of={job.videoTitle} /> },
  { header: 'Requested', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Ended', from: 'lg', cell: ({ completedAt }) => <Moment at={completedAt} none="not yet" /> },
];

export function MediaJobsList({ filter }: { filter: JobFilter }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rows, error, refetch, ...more } = useAdminList(routes.mediaJobs.list, mediaQuery(filter), {
    rowsOf: ({ jobs }) => jobs,
    nextOf: ({ next }) => next,
    pollMs: JOBS_POLL_MS,
  });
  return (
    <>
      <BulkBar filter={filter} selected={selected} onDone={() => setSelected(new Set())} />
      <ListState rows={rows} error={error} onRetry={() => void refetch()} empty="No media jobs match.">
        <DataTable
          caption="Media jobs"
          columns={COLUMNS}
          rows={rows ?? []}
          keyOf={({ id }) => id}
          nameOf={({ videoTitle, step }) => `${MEDIA_STEP_WORDS[step]} of ${videoTitle}`}
          actions={(job) => <JobActions kind="media" job={job} />}
          selection={{ selected, onChange: setSelected }}
        />
        <MoreButton {...more} />
      </ListState>
    </>
  );
}
