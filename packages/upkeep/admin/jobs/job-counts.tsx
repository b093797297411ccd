import {
  DOWNLOAD_STATUSES,
  type DownloadCounts,
  type DownloadEnding,
  type DownloadJob,
  type FailureCounts,
  isLeftOut,
  routes,
} from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { formatCount } from '@vesper/web/ui/format.ts';
import { filterHref, JOB_KINDS, JOBS_POLL_MS, type JobFilter } from './job-filter.ts';
import { ENDING_WORDS, formatErrorClass, STATUS_WORDS } from './job-words.ts';

const figure =
  'flex min-h-11 flex-col rounded-xl border border-line bg-panel px-4 py-2.5 hover:bg-raised aria-[current]:border-primary';

interface Shown {
  key: keyof DownloadCounts;
  word: string;
  status: DownloadJob['status'];
  ending?: DownloadEnding;
}

/** The statuses, with "failed" split by ending. */
const FIGURES: Shown[] = [
  ...DOWNLOAD_STATUSES.filter((status) => status !== 'failed').map((status) => ({
    ...{ key: status, status },
    word: STATUS_WORDS[status].word,
  })),
  { key: 'failed', word: ENDING_WORDS.failed.word, status: 'failed', ending: 'failed' },
  { key: 'leftOut', word: ENDING_WORDS.left_out.word, status: 'failed', ending: 'left_out' },
  { key: 'cancelled', word: ENDING_WORDS.cancelled.word, status: 'failed', ending: 'cancelled' },
];

export function JobCounts({ filter }: { filter: JobFilter }) {
  const { group } = JOB_KINDS[filter.kind];
  const isMedia = filter.kind === 'media';
  const { data } = useAdminQuery(routes[group].counts, {}, { pollMs: JOBS_POLL_MS });
  const counts: Partial<DownloadCounts> | undefined = data;
  return (
    <nav
      aria-label="Jobs by status"
      className={`grid grid-cols-2 gap-3 ${isMedia ? 'sm:grid-cols-4' : 'sm:grid-cols-3 lg:grid-cols-6'}`}
    >
      {FIGURES.filter(({ key }) => !isMedia || (key !== 'leftOut' && key !== 'cancelled')).map(
        ({ key, word, ...asked }) => {
          // Media jobs have no endings.
          const shows = isMedia ? { status: asked.status } : asked;
          const isShown = filter.status === shows.status && filter.ending === shows.ending;
          return (
            <a
              key={key}
              href={filterHref({ kind: filter.kind, ...(isShown ? {} : shows) })}
              aria-current={isShown ? 'true' : undefined}
              className={figure}
            >
              <span className="text-xs text-muted">{word}</span>
              <span className="text-xl font-semibold tabular-nums">
                {counts ? formatCount(counts[key] ?? 0) : '-'}
              </span>
            </a>
          );
        },
      )}
    </nav>
  );
}

export function FailureClasses({ filter }: { filter: JobFilter }) {
  const { group } = JOB_KINDS[filter.kind];
  const { data } = useAdminQuery(routes[group].failures, {}, { pollMs: 10_000 });
  if (!data || data.length === 0) return null;
  const failed = data.filter(({ errorClass }) => !isLeftOut(errorClass));
  const leftOut = data.filter(({ errorClass }) => isLeftOut(errorClass));
  return (
    <div className="flex flex-col gap-2">
      <Classes word="Failed" classes={failed} filter={filter} />
      <Classes word="Left out" classes={leftOut} filter={filter} />
    </div>
  );
}

function Classes({ word, classes, filter }: { word: string; classes: FailureCounts; filter: JobFilter }) {
  if (classes.length === 0) return null;
  return (
    <nav aria-label={`${word}, by reason`} className="flex flex-wrap items-center gap-2 text-xs">
      <span className="text-muted">{word}:</span>
      {classes.map(({ errorClass, count, isCapped }) => (
        <a
          key={errorClass}
          href={filterHref({ kind: filter.kind, errorClass })}
          aria-current={filter.errorClass === errorClass ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-lg border border-line px-2.5 hover:bg-raised aria-[current]:border-primary max-sm:min-h-11"
        >
          {formatErrorClass(errorClass)} ({formatCount(count)}
          {isCapped && '+'})
        </a>
      ))}
    </nav>
  );
}
