import {
  adminHref,
  type CallInput,
  type Client,
  DOWNLOAD_ENDINGS,
  DOWNLOAD_ERROR_CLASSES,
  DOWNLOAD_STATUSES,
  type DownloadEnding,
  type DownloadErrorClass,
  type DownloadJob,
  type DownloadsChanged,
  MEDIA_STEPS,
  type MediaStep,
  type Routes,
} from '@vesper/contract';

/** In the address, so that it can be bookmarked. */
export interface JobFilter {
  kind: 'downloads' | 'media';
  status?: DownloadJob['status'] | undefined;
  errorClass?: DownloadErrorClass | undefined;
  /** Downloads only: what the status failed stands for. */
  ending?: DownloadEnding | undefined;
  /** Media jobs only. */
  step?: MediaStep | undefined;
  /** At most one of these four. */
  source?: string | undefined;
  /** A crawler run, or the re-run of media jobs. */
  run?: string | undefined;
  video?: string | undefined;
  search?: string | undefined;
}

export function readFilter(query: URLSearchParams): JobFilter {
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(name));
  const text = (name: string) => query.get(name) || undefined;
  const kind = one('kind', ['downloads', 'media'] as const) ?? 'downloads';
  return {
    kind,
    status: one('status', DOWNLOAD_STATUSES),
    errorClass: one('class', DOWNLOAD_ERROR_CLASSES),
    ending: kind === 'downloads' ? one('ending', DOWNLOAD_ENDINGS) : undefined,
    step: kind === 'media' ? one('step', MEDIA_STEPS) : undefined,
    ...onlyFirst({ source: text('source'), run: text('run'), video: text('video'), search: text('search') }),
  };
}

export function filterHref({ kind, errorClass, ...rest }: JobFilter): string {
  const query = new URLSearchParams();
  if (kind === 'media') query.set('kind', kind);
  for (const [name, value] of Object.entries({ ...rest, class: errorClass }))
    if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${adminHref('jobs')}?${text}` : adminHref('jobs');
}

type Scope = Pick<JobFilter, 'source' | 'run' | 'video' | 'search'>;

function onlyFirst(scope: Scope): Scope {
  const found = Object.entries(scope).find(([, value]) => value);
  return found ? { [found[0]]: found[1] } : {};
}

export function withScope({ kind, status, errorClass, ending, step }: JobFilter, scope: Scope): JobFilter {
  return { kind, status, errorClass, ending, step, ...onlyFirst(scope) };
}

export const JOBS_POLL_MS = 2_000;

/** Their calls have the same names. */
type JobGroup = 'downloads' | 'mediaJobs';

export type CountCall = Routes[JobGroup]['count'];

interface JobKind {
  noun: string;
  group: JobGroup;
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

export function downloadQuery({ status, errorClass, ending, source, run, video, search }: JobFilter) {
  return given({ status, errorClass, ending, sourceId: source, runId: run, videoId: video, search });
}

export function mediaQuery({ status, errorClass, step, source, run, video, search }: JobFilter) {
  return given({ status, errorClass, step, sourceId: source, rerunId: run, videoId: video, search });
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}
