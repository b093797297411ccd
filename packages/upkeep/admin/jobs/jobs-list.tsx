import { adminHref, BY_HAND, type DownloadJob, type MediaJob, routes } from '@vesper/contract';
import { fullPages, useAdminList, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListTable, type ListTableProps } from '@vesper/web/admin/ui/list.tsx';
import { Address, Moment, NameCell } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { RotateCcw, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CountedAct } from './counted-act.tsx';
import { downloadQuery, JOB_KINDS, JOBS_POLL_MS, type JobFilter, mediaQuery } from './job-filter.ts';
import { DownloadPace, JobActions, JobBadge, JobError, JobProgress, JobTries } from './job-status.tsx';
import { MEDIA_STEP_WORDS } from './job-words.ts';

const PAGE_SIZE = 50;

type Job = DownloadJob | MediaJob;

interface JobsListProps<J extends Job>
  extends Pick<ListTableProps<J>, 'caption' | 'list' | 'nameOf' | 'columns'> {
  filter: JobFilter;
}

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
      list={list}
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
  const list = useNamedRows(routes.mediaJobs.list, mediaQuery(filter), 'jobs', JOBS_POLL_MS);
  return (
    <JobsList
      list={list}
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

interface BulkBarProps {
  filter: JobFilter;
  selected: ReadonlySet<string>;
  onDone: () => void;
}

function BulkBar({ filter, selected, onDone }: BulkBarProps) {
  const { kind, video, search, errorClass, ending, source } = filter;
  const isOfFailed = (errorClass || ending !== 'left_out') && ending !== 'cancelled';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {selected.size > 0 ? (
        <ChosenButtons kind={kind} ids={[...selected]} onDone={onDone} />
      ) : (
        <>
          {!video && !search && isOfFailed && <RetryAllButton filter={filter} />}
          {kind === 'downloads' && source && <CancelWaitingButton source={source} />}
        </>
      )}
    </div>
  );
}

interface ChosenButtonsProps extends Pick<JobFilter, 'kind'>, Pick<BulkBarProps, 'onDone'> {
  ids: string[];
}

function ChosenButtons({ kind, ids, onDone }: ChosenButtonsProps) {
  const { noun, group } = JOB_KINDS[kind];
  return (
    <>
      <span className="text-sm">{countText(ids.length, noun)} selected</span>
      <ActButton
        word="Retry selected"
        size="small"
        icon={RotateCcw}
        run={(client) => client[group].retryChosen({ ids })}
        failure={`Failed to retry the ${noun}s`}
        success={({ message }) => message}
        onDone={onDone}
      />
      <ActButton
        word="Cancel selected"
        size="small"
        icon={X}
        run={(client) => client[group].cancelChosen({ ids })}
        failure={`Failed to cancel the ${noun}s`}
        success={({ message }) => message}
        onDone={onDone}
      />
      <Button size="small" look="plain" onClick={onDone}>
        Clear selection
      </Button>
    </>
  );
}

function RetryAllButton({ filter }: { filter: JobFilter }) {
  const { noun, group, query, retryFailed } = JOB_KINDS[filter.kind];
  const isAll = filter.kind === 'downloads' && !filter.errorClass;
  return (
    <CountedAct
      word="Retry all failed"
      icon={RotateCcw}
      call={routes[group].count}
      input={query({ ...filter, status: 'failed', ...(isAll ? { ending: 'failed' } : {}) })}
      noun={noun}
      whatHappens="checked and put back into the queue"
      explanation={() =>
        'Skips those cancelled, left out, or already in the library. At most the latest 10,000 are retried at once.'
      }
      run={(client) => retryFailed(client, filter)}
      failure={`Failed to retry the ${noun}s`}
      success={({ message }) => message}
    />
  );
}

function CancelWaitingButton({ source }: { source: string }) {
  return (
    <CountedAct
      word="Cancel all waiting"
      look="danger"
      icon={X}
      call={routes.downloads.count}
      input={{ sourceId: source, status: 'pending' }}
      noun="download"
      whatHappens="cancelled"
      explanation={() => 'They stay in the list, and crawls do not queue their addresses again.'}
      isDestructive
      run={(client) => client.downloads.cancelPending({ sourceId: source })}
      failure="Failed to cancel the downloads"
      success={({ message }) => message}
    />
  );
}
