import { adminHref, type CrawlerRunDetails, DECISIONS, type Decision, routes } from '@vesper/contract';
import { Fragment } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../data/address.ts';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage, AwaitedPage, type PageProps } from '../../shell/admin-page.tsx';
import { Card } from '../../ui/card.tsx';
import { durationText, exactTime } from '../../ui/value-text.ts';
import { Address, Facts, Moment, TextLink } from '../../ui/values.tsx';
import { CRAWLER_POLL_MS, RunBadge, RunProblem } from './crawler-card.tsx';
import { LedgerCard } from './ledger-card.tsx';

export default function CrawlerRunPage({ params: { id = '' } }: PageProps) {
  const { search } = useAddress();
  const asked = search.get('outcome');
  const decision = DECISIONS.find((one) => one === asked);
  const { data: run, ...query } = useAdminQuery(routes.crawler.run, { id }, { pollMs: CRAWLER_POLL_MS });
  const { data: sources } = useAdminQuery(routes.sources.list);
  const nameOf = (sourceId: string | null) =>
    sources?.find((source) => source.id === sourceId)?.name ?? sourceId ?? 'No source';
  if (!run)
    return <AwaitedPage title="Crawler run" error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <AdminPage
      title={`Crawler run of ${exactTime(run.startedAt)}`}
      about={run.scheduledFor ? 'Started by the schedule.' : 'Started by hand.'}
      actions={<RunBadge {...run} />}
    >
      <Figures run={run} />
      <Report report={run.report} />
      <RunProblem {...run} className="text-sm" />
      <LedgerCard
        runId={id}
        decision={decision}
        isGoing={run.status === 'running'}
        nameOf={nameOf}
        onChoose={(chosen) => showOutcome(id, chosen)}
      />
      {run.problems.length > 0 && <Problems problems={run.problems} nameOf={nameOf} />}
    </AdminPage>
  );
}

/** The filter is in the address, so that it can be bookmarked and shared. */
function showOutcome(id: string, decision: Decision | undefined): void {
  const path = adminHref('crawlerRun', id);
  navigate(decision ? `${path}?outcome=${decision}` : path);
}

function Figures({ run }: { run: CrawlerRunDetails }) {
  const jobs = `${adminHref('jobs')}?run=${encodeURIComponent(run.id)}`;
  const figures: [string, string | undefined][] = [
    ['Target', formatCount(run.targetCount)],
    ['Added', formatCount(run.videosAdded)],
    ['Failed, or without a video', formatCount(run.videosFailed)],
    ['Left out', formatCount(run.videosLeftOut)],
    ['Cancelled', run.videosTakenOut > 0 ? formatCount(run.videosTakenOut) : undefined],
    ['Open', formatCount(run.videosOpen)],
    ['Sources read', run.discoveredAt ? durationText(run.startedAt, run.discoveredAt) : 'still reading'],
    ['Took', run.completedAt ? durationText(run.startedAt, run.completedAt) : 'still running'],
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
      <Facts
        className="flex flex-wrap gap-x-8 gap-y-3"
        look="text-lg font-semibold tabular-nums"
        of={figures}
      />
      <TextLink className="text-sm" href={jobs}>
        Downloads
      </TextLink>
    </div>
  );
}

function Report({ report }: Pick<CrawlerRunDetails, 'report'>) {
  const lines: [string, number][] = [
    ['Brought', report.brought],
    ['Already here, or tried before', report.alreadyHere],
    ['Without a video', report.noVideo],
    ['Refused by robots.txt', report.robots],
    ['Left for later', report.leftForLater],
    ['Failed', report.failed],
  ];
  return (
    <Card title="Outcome" about="What became of the addresses that this run met.">
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-8 gap-y-1 text-sm">
        {lines.map(([name, count]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="text-right tabular-nums">{formatCount(count)}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}

interface ProblemsProps extends Pick<CrawlerRunDetails, 'problems'> {
  nameOf: (sourceId: string | null) => string;
}

function Problems({ problems, nameOf }: ProblemsProps) {
  return (
    <Card title="What could not be read" about="The first hundred problems.">
      <ul className="flex flex-col divide-y divide-line text-sm">
        {problems.map(({ sourceId, url, message, at }) => (
          <li key={`${at} ${url} ${message}`} className="py-2.5">
            <p className="wrap-anywhere">{message}</p>
            <p className="text-xs wrap-anywhere text-muted">
              {nameOf(sourceId)}, <Address text={url} />, <Moment at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
