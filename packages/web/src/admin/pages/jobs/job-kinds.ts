import {
  type Call,
  type CallGroup,
  type CallInput,
  type Client,
  type DownloadsChanged,
  routes,
} from '@vesper/contract';
import type { JobFilter } from './job-filter.ts';

/** Specification, section 9. */
export const JOBS_POLL_MS = 2_000;

type Either<Name extends keyof typeof routes.downloads & keyof typeof routes.mediaJobs> =
  | (typeof routes.downloads)[Name]
  | (typeof routes.mediaJobs)[Name];

/** A call that counts the jobs of a filter. */
export type CountCall = Either<'count'>;

/** What downloads and media jobs have in common. */
export interface JobKind {
  noun: string;
  /** The calls that show such jobs. */
  lists: readonly (Call | CallGroup)[];
  counts: Either<'counts'>;
  failures: Either<'failures'>;
  count: CountCall;
  query(filter: JobFilter): CallInput<CountCall>;
  retry(client: Client, id: string): Promise<unknown>;
  cancel(client: Client, id: string): Promise<unknown>;
  moveUp(client: Client, id: string): Promise<unknown>;
  retryChosen(client: Client, ids: string[]): Promise<DownloadsChanged>;
  cancelChosen(client: Client, ids: string[]): Promise<DownloadsChanged>;
  retryFailed(client: Client, filter: JobFilter): Promise<DownloadsChanged>;
}

export const JOB_KINDS: Record<JobFilter['kind'], JobKind> = {
  downloads: {
    noun: 'download',
    lists: [routes.downloads, routes.jobs],
    counts: routes.downloads.counts,
    failures: routes.downloads.failures,
    count: routes.downloads.count,
    query: downloadQuery,
    retry: (client, id) => client.downloads.retry({ id }),
    cancel: (client, id) => client.downloads.cancel({ id }),
    moveUp: (client, id) => client.downloads.moveUp({ id }),
    retryChosen: (client, ids) => client.downloads.retryChosen({ ids }),
    cancelChosen: (client, ids) => client.downloads.cancelChosen({ ids }),
    retryFailed: (client, { errorClass, source, run }) =>
      client.downloads.retryFailed(given({ errorClass, sourceId: source, runId: run })),
  },
  media: {
    noun: 'media job',
    lists: [routes.mediaJobs, routes.jobs],
    counts: routes.mediaJobs.counts,
    failures: routes.mediaJobs.failures,
    count: routes.mediaJobs.count,
    query: mediaQuery,
    retry: (client, id) => client.mediaJobs.retry({ id }),
    cancel: (client, id) => client.mediaJobs.cancel({ id }),
    moveUp: (client, id) => client.mediaJobs.moveUp({ id }),
    retryChosen: (client, ids) => client.mediaJobs.retryChosen({ ids }),
    cancelChosen: (client, ids) => client.mediaJobs.cancelChosen({ ids }),
    retryFailed: (client, { errorClass, step, source, run }) =>
      client.mediaJobs.retryFailed(given({ errorClass, step, sourceId: source, rerunId: run })),
  },
};

/** The filter as the calls about downloads take it. */
export function downloadQuery({ status, errorClass, ending, source, run, video, search }: JobFilter) {
  return given({ status, errorClass, ending, sourceId: source, runId: run, videoId: video, search });
}

/** The filter as the calls about media jobs take it. */
export function mediaQuery({ status, errorClass, step, source, run, video, search }: JobFilter) {
  return given({ status, errorClass, step, sourceId: source, rerunId: run, videoId: video, search });
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}
