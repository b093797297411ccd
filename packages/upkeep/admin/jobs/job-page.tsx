import {
  adminHref,
  BY_HAND,
  type DownloadJob,
  formatTakenFrom,
  isLeftOut,
  type JobEvent,
  type JobTimeline,
  type MediaJob,
  routes,
  type TakenFrom,
} from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, AwaitedPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { durationText, exactTime } from '@vesper/web/admin/ui/value-text.ts';
import { Address, Facts, Moment, OutsideLink, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import type { ReactNode } from 'react';
import { filterHref, JOBS_POLL_MS } from './job-filter.ts';
import { DownloadPace, JobActions, JobBadge, JobError, JobProgress, JobTries } from './job-status.tsx';
import { ENDING_WORDS, EVENT_WORDS, formatErrorClass, formatStep, MEDIA_STEP_WORDS } from './job-words.ts';

export default function JobPage({ params: { id = '' } }: PageProps) {
  const { data, error, refetch } = useAdminQuery(routes.jobs.timeline, { id }, { pollMs: JOBS_POLL_MS });
  const job = data?.download ?? data?.media;
  if (!data || !job) return <AwaitedPage title="Job" {...{ error, refetch }} />;
  return (
    <AdminPage
      title={titleOf(data)}
      about={data.download ? 'A download.' : 'A media job.'}
      actions={<JobActions kind={data.download ? 'downloads' : 'media'} job={job} />}
    >
      <Card title="Status" actions={<JobBadge {...job} />}>
        <div className="flex flex-col gap-2">
          <JobProgress {...job} of={titleOf(data)} />
          {data.download && <DownloadPace job={data.download} />}
          <JobError {...job} size="text-sm" />
          <JobTries {...job} />
        </div>
        <Facts
          className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3"
          of={factsOf(data)}
        />
      </Card>
      <Card title="History">
        <Timeline {...data} />
      </Card>
    </AdminPage>
  );
}

function titleOf({ download, media }: JobTimeline): string {
  if (media) return `${MEDIA_STEP_WORDS[media.step]} of ${media.videoTitle}`;
  return download?.title ?? download?.sourceUrl ?? 'Job';
}

type JobFacts = Record<string, ReactNode>;

function factsOf({ download, media, requestId }: JobTimeline): JobFacts {
  const facts = download ? factsOfDownload(download) : media ? factsOfMedia(media) : {};
  return { ...facts, Request: requestId && <Id id={requestId} /> };
}

function factsOfDownload(job: DownloadJob): JobFacts {
  return {
    Address: (
      <OutsideLink href={job.sourceUrl}>
        <Address text={job.sourceUrl} />
      </OutsideLink>
    ),
    Source: <SourceLink sourceId={job.sourceId} />,
    'Crawler run': job.runId ? (
      <TextLink href={adminHref('crawlerRun', job.runId)}>The run that found it</TextLink>
    ) : (
      'none'
    ),
    Video: videoFact(job.videoId),
    Added: <Moment at={job.createdAt} />,
    Ended: <Moment at={job.completedAt} none="not yet" />,
    Downloaded: takenFact(job),
    Priority: job.priority,
    Id: <Id id={job.id} />,
  };
}

function takenFact({ metadata, status }: DownloadJob): string {
  const taken = metadata?.takenFrom;
  const isRecord = typeof taken === 'object' && taken !== null;
  return (
    (isRecord && formatTakenFrom(taken as TakenFrom)) || (status === 'failed' ? 'nothing' : 'nothing yet')
  );
}

function factsOfMedia(job: MediaJob): JobFacts {
  const rerun = job.rerunId && filterHref({ kind: 'media', run: job.rerunId });
  return {
    Step: MEDIA_STEP_WORDS[job.step],
    Video: videoFact(job.videoId, job.videoTitle),
    'Re-run': rerun ? <TextLink href={rerun}>Re-run {job.rerunId}</TextLink> : 'none',
    Requested: <Moment at={job.createdAt} />,
    Started: <Moment at={job.startedAt} none="not yet" />,
    Ended: <Moment at={job.completedAt} none="not yet" />,
    Priority: job.priority,
    Id: <Id id={job.id} />,
  };
}

function Id({ id }: { id: string }) {
  return <span className="font-mono text-xs">{id}</span>;
}

function videoFact(videoId: string | null, title?: string): ReactNode {
  if (!videoId) return 'none yet';
  return <TextLink href={adminHref('video', videoId)}>{title ?? videoId}</TextLink>;
}

function SourceLink({ sourceId }: { sourceId: string | null }) {
  const { data: sources = [] } = useAdminQuery(routes.sources.list);
  const byHand = filterHref({ kind: 'downloads', source: BY_HAND });
  if (sourceId === null) return <TextLink href={byHand}>Added by hand</TextLink>;
  const name = sources.find(({ id }) => id === sourceId)?.name ?? sourceId;
  return <TextLink href={adminHref('source', sourceId)}>{name}</TextLink>;
}

function Timeline({ events, isCut }: Pick<JobTimeline, 'events' | 'isCut'>) {
  return (
    <>
      {isCut && (
        <p className="mb-3 text-sm text-muted">
          Earlier events are not kept: only the last hundred, for 90 days.
        </p>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {events.map((event) => (
          <TimelineEvent key={`${event.at} ${event.kind} ${event.step}`} event={event} />
        ))}
      </ol>
    </>
  );
}

function TimelineEvent({ event }: { event: JobEvent }) {
  const { kind, at, endedAt, step, errorClass, detail, nextTryAt } = event;
  const isOut = kind === 'failed' && isLeftOut(errorClass);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 text-sm">
      <time dateTime={at} className="w-44 shrink-0 text-xs text-muted tabular-nums">
        {exactTime(at)}
      </time>
      <div className="min-w-48 flex-1">
        {kind === 'step' ? (
          <>
            <span className="font-medium">{formatStep(step ?? '')}</span>
            <span className="text-muted">: {endedAt ? durationText(at, endedAt) : 'in progress'}</span>
          </>
        ) : (
          <WordBadge {...(isOut ? ENDING_WORDS.left_out : EVENT_WORDS[kind])} />
        )}
        {detail && (
          <p className="mt-1 text-xs wrap-anywhere">
            {errorClass && `${formatErrorClass(errorClass)}: `}
            {detail}
            {kind === 'failed' && step && ` (${formatStep(step)})`}
          </p>
        )}
        {nextTryAt && (
          <p className="mt-1 text-xs text-muted">
            Next attempt <Moment at={nextTryAt} />.
          </p>
        )}
      </div>
    </li>
  );
}
