import { adminHref, type Client, type DownloadJob } from '@vesper/contract';
import { Download } from 'lucide-react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Address } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { ClearedNotice } from './clear-pending.tsx';
import { DOWNLOADS_PATH, JOBS_POLL_MS } from './job-paths.ts';
import { DownloadPace, JobBadge, JobError, JobProgress } from './job-status.tsx';
import { QueueButtons } from './queue-buttons.tsx';

/** Specification, section 9. */
const SHOWN = 10;
/** The remaining rows show the latest. */
const MOST_RUNNING = 5;

/** Section 2, item 6 of the specification. */
export function DownloadQueueCard() {
  const { data, error, refetch } = useAdminQuery(DOWNLOADS_PATH, firstJobs, { pollMs: JOBS_POLL_MS });
  return (
    <Card
      title="Download Queue"
      icon={Download}
      about={
        <a className="text-primary-text hover:underline" href={adminHref('jobs')}>
          All jobs
        </a>
      }
      actions={<QueueButtons />}
    >
      <ClearedNotice />
      <ListState
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        empty="The queue is empty. Add a URL above, or run the crawler."
      >
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
async function firstJobs(client: Client): Promise<DownloadJob[]> {
  const [running, newest] = await Promise.all([
    client.downloads.list({ status: 'processing', limit: MOST_RUNNING }),
    client.downloads.list({ limit: SHOWN }),
  ]);
  const jobs = new Map([...running, ...newest].map((job) => [job.id, job]));
  return [...jobs.values()].slice(0, SHOWN);
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
