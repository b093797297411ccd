import { DOWNLOAD_STATUSES } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { filterHref, type JobFilter } from './job-filter.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { JOBS_POLL_MS } from './job-paths.ts';
import { STATUS_WORDS, sayClass } from './job-words.ts';

const figure =
  'flex min-h-11 flex-col rounded-xl border border-line bg-panel px-4 py-2.5 hover:bg-raised aria-[current]:border-primary';

/** How many jobs there are of each status; a press shows them. */
export function JobCounts({ filter }: { filter: JobFilter }) {
  const kind = JOB_KINDS[filter.kind];
  const { data } = useAdminQuery(kind.countsPath, kind.counts, { pollMs: JOBS_POLL_MS });
  return (
    <nav aria-label="Jobs by status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {DOWNLOAD_STATUSES.map((status) => (
        <a
          key={status}
          href={filterHref({ kind: filter.kind, ...(filter.status === status ? {} : { status }) })}
          aria-current={filter.status === status ? 'true' : undefined}
          className={figure}
        >
          <span className="text-xs text-muted">{STATUS_WORDS[status].word}</span>
          <span className="text-xl font-semibold tabular-nums">{data ? formatCount(data[status]) : '-'}</span>
        </a>
      ))}
    </nav>
  );
}

/** Why jobs have failed, and how many; a press shows them. */
export function FailureClasses({ filter }: { filter: JobFilter }) {
  const kind = JOB_KINDS[filter.kind];
  const { data } = useAdminQuery(kind.failuresPath, kind.failures, { pollMs: 10_000 });
  if (!data || data.length === 0) return null;
  return (
    <nav aria-label="Failed jobs by class of errors" className="flex flex-wrap items-center gap-2 text-xs">
      <span className="text-muted">Failed:</span>
      {data.map(({ errorClass, count, isCapped }) => (
        <a
          key={errorClass}
          href={filterHref({ kind: filter.kind, errorClass })}
          aria-current={filter.errorClass === errorClass ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-lg border border-line px-2.5 hover:bg-raised aria-[current]:border-primary max-sm:min-h-11"
        >
          {sayClass(errorClass)} ({formatCount(count)}
          {isCapped && '+'})
        </a>
      ))}
    </nav>
  );
}
