import type {
  Client,
  DownloadCounts,
  DownloadJob,
  DownloadsChanged,
  FailureCounts,
  JobCount,
} from '@vesper/contract';
import type { JobFilter } from './job-filter.ts';
import {
  DOWNLOAD_COUNT_PATH,
  DOWNLOAD_COUNTS_PATH,
  DOWNLOAD_FAILURES_PATH,
  DOWNLOAD_LISTS,
  MEDIA_COUNTS_PATH,
  MEDIA_FAILURES_PATH,
  MEDIA_LISTS,
} from './job-paths.ts';

/** What downloads and media jobs have in common. */
export interface JobKind {
  noun: string;
  countsPath: string;
  failuresPath: string;
  /** The path that counts the jobs of a filter. */
  countPath: string;
  lists: readonly string[];
  counts(client: Client): Promise<Pick<DownloadCounts, DownloadJob['status']> & Partial<DownloadCounts>>;
  failures(client: Client): Promise<FailureCounts>;
  count(client: Client, filter: JobFilter): Promise<JobCount>;
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
    countsPath: DOWNLOAD_COUNTS_PATH,
    failuresPath: DOWNLOAD_FAILURES_PATH,
    countPath: DOWNLOAD_COUNT_PATH,
    lists: DOWNLOAD_LISTS,
    counts: (client) => client.downloads.counts(),
    failures: (client) => client.downloads.failures(),
    count: (client, filter) => client.downloads.count(downloadQuery(filter)),
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
    countsPath: MEDIA_COUNTS_PATH,
    failuresPath: MEDIA_FAILURES_PATH,
    countPath: '/api/media/jobs/count',
    lists: MEDIA_LISTS,
    counts: (client) => client.mediaJobs.counts(),
    failures: (client) => client.mediaJobs.failures(),
    count: (client, filter) => client.mediaJobs.count(mediaQuery(filter)),
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
