import type { CallInput, Client, DownloadsChanged, Routes } from '@vesper/contract';
import type { JobFilter } from './job-filter.ts';

export const JOBS_POLL_MS = 2_000;

/** The groups of calls about jobs: what both have is called alike. */
type JobGroup = 'downloads' | 'mediaJobs';

/** A call that counts the jobs of a filter. */
export type CountCall = Routes[JobGroup]['count'];

export interface JobKind {
  noun: string;
  group: JobGroup;
  /** The filter as the group's calls take it. */
  query(filter: JobFilter): CallInput<CountCall>;
  retryFailed(client: Client, filter: JobFilter): Promise<DownloadsChanged>;
}

export const JOB_KINDS: Record<JobFilter['kind'], JobKind> = {
  downloads: {
    noun: 'download',
    group: 'downloads',
    query: downloadQuery,
    retryFailed: (client, { errorClass, source, run }) =>
      client.downloads.retryFailed(given({ errorClass, sourceId: source, runId: run })),
  },
  media: {
    noun: 'media job',
    group: 'mediaJobs',
    query: mediaQuery,
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
