import { adminHref, type DownloadJob, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { Address, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { Download } from 'lucide-react';
import { JOBS_POLL_MS } from './job-filter.ts';
import { DownloadPace, JobBadge, JobError, JobProgress } from './job-status.tsx';
import { ClearedNotice, QueueButtons } from './queue-buttons.tsx';

const SHOWN = 10;
/** The remaining rows show the latest. */
const MOST_RUNNING = 5;

export function DownloadQueueCard() {
  const { data, ...query } = useFirstJobs();
  return (
    <Card
      title="Download Queue"
      icon={Download}
      about={<TextLink href={adminHref('jobs')}>All jobs</TextLink>}
      actions={<QueueButtons />}
    >
      <ClearedNotice />
      <ListState rows={data} query={query} empty="The queue is empty. Add a URL above, or run the crawler.">
        <ul className="flex flex-col divide-y divide-line">
          {data?.map((job) => (
            <QueuedDownload key={job.id} job={job} />
          ))}
        </ul>
      </ListState>
    </Card>
  );
}

/** Running downloads first: they matter most. */
function useFirstJobs() {
  const polled = { pollMs: JOBS_POLL_MS };
  const running = useAdminQuery(routes.downloads.list, { status: 'processing', limit: MOST_RUNNING }, polled);
  const newest = useAdminQuery(routes.downloads.list, { limit: SHOWN }, polled);
  const jobs = new Map([...(running.data ?? []), ...(newest.data ?? [])].map((job) => [job.id, job]));
  return {
    data: running.data && newest.data && [...jobs.values()].slice(0, SHOWN),
    error: running.error ?? newest.error,
    refetch: () => Promise.all([running.refetch(), newest.refetch()]),
  };
}

function QueuedDownload({ job }: { job: DownloadJob }) {
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_6rem]">
      <a className="min-w-0 text-sm wrap-anywhere hover:underline" href={adminHref('job', job.id)}>
        <Address text={job.sourceUrl} />
      </a>
      <span>
        <JobBadge {...job} />
      </span>
      <JobProgress {...job} of={job.sourceUrl} />
      <div className="sm:col-span-3">
        <DownloadPace job={job} />
        <JobError {...job} />
      </div>
    </li>
  );
}
