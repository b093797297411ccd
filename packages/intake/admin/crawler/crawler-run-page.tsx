import {
  adminHref,
  type CrawlerRunDetails,
  DECISIONS,
  type Decision,
  type RunLedger,
  type RunLedgerEntry,
  routes,
} from '@vesper/contract';
import { useAdminQuery, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, AwaitedPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { type Column, DataTable, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { durationText, exactTime } from '@vesper/web/admin/ui/value-text.ts';
import { Address, Facts, Moment, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Fragment } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CRAWLER_POLL_MS, RunBadge, RunProblem } from './crawler-card.tsx';
import { DECISION_WORDS, PUT_OFF, ResultLinks } from './why-card.tsx';

export default function CrawlerRunPage({ params: { id = '' } }: PageProps) {
  const { search } = useAddress();
  const asked = search.get('outcome');
  const decision = DECISIONS.find((one) => one === asked);
  const { data: run, ...query } = useAdminQuery(routes.crawler.run, { id }, { pollMs: CRAWLER_POLL_MS });
  const { data: sources } = useAdminQuery(routes.sources.list);
  const nameOf = (sourceId: string | null) =>
    sources?.find((source) => source.id === sourceId)?.name ?? sourceId ?? 'No source';
  if (!run) return <AwaitedPage title="Crawler run" {...query} />;
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

/** In the address, so that the filter can be bookmarked. */
function showOutcome(id: string, decision: Decision | undefined): void {
  const path = adminHref('crawlerRun', id);
  navigate(decision ? `${path}?outcome=${decision}` : path);
}

function Figures({ run }: { run: CrawlerRunDetails }) {
  const jobs = `${adminHref('jobs')}?run=${encodeURIComponent(run.id)}`;
  const figures = {
    Target: formatCount(run.targetCount),
    Added: formatCount(run.videosAdded),
    'Failed, or without a video': formatCount(run.videosFailed),
    'Left out': formatCount(run.videosLeftOut),
    Cancelled: run.videosTakenOut > 0 && formatCount(run.videosTakenOut),
    Open: formatCount(run.videosOpen),
    'Reading sources': run.discoveredAt ? durationText(run.startedAt, run.discoveredAt) : 'still reading',
    Duration: run.completedAt ? durationText(run.startedAt, run.completedAt) : 'still running',
  };
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
    ['Added', report.brought],
    ['Already in the library, or tried before', report.alreadyHere],
    ['No video', report.noVideo],
    ['Blocked by robots.txt', report.robots],
    ['Postponed', report.leftForLater],
    ['Failed', report.failed],
  ];
  return (
    <Card title="Outcome" about="What happened to the addresses this run found.">
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
    <Card title="Read errors" about="The first 100.">
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

interface LedgerCardProps {
  runId: string;
  decision: Decision | undefined;
  isGoing: boolean;
  nameOf: (sourceId: string | null) => string;
  onChoose: (decision: Decision | undefined) => void;
}

function LedgerCard({ runId, decision, isGoing, nameOf, onChoose }: LedgerCardProps) {
  const list = useNamedRows(
    routes.ledger.ofRun,
    { id: runId, ...(decision ? { decision } : {}) },
    'entries',
    isGoing ? CRAWLER_POLL_MS : undefined,
  );
  const first = list.pages?.[0];
  return (
    <Card
      title="Addresses"
      about="The numbers show what was decided during the run. The list shows the current state."
    >
      <div className="flex flex-col gap-4">
        {first && <Totals totals={first.totals} nameOf={nameOf} />}
        <Outcomes decision={decision} onChoose={onChoose} />
        <ListTable
          list={list}
          empty="No addresses with this outcome yet."
          caption="Addresses of this run"
          columns={columns(nameOf)}
          keyOf={({ url }) => url}
          actions={(entry) => <ResultLinks {...entry} />}
        />
      </div>
    </Card>
  );
}

function columns(nameOf: LedgerCardProps['nameOf']): Column<RunLedgerEntry>[] {
  return [
    {
      header: 'Address',
      className: 'max-w-96',
      cell: ({ url, reason }) => (
        <>
          <span className="wrap-anywhere">
            <Address text={url} />
          </span>
          <p className="mt-0.5 text-xs wrap-anywhere text-muted">{reason}</p>
        </>
      ),
    },
    {
      header: 'Outcome',
      cell: ({ decision, isPutOff }) => <WordBadge {...(isPutOff ? PUT_OFF : DECISION_WORDS[decision])} />,
    },
    { header: 'Source', from: 'lg', cell: ({ sourceId }) => nameOf(sourceId) },
    { header: 'Decided', from: 'md', cell: ({ decidedAt }) => <Moment at={decidedAt} /> },
  ];
}

type Totals = RunLedger['totals'];

function Totals({ totals, nameOf }: { totals: Totals; nameOf: LedgerCardProps['nameOf'] }) {
  if (totals.length === 0) return null;
  const outcomes = DECISIONS.filter((one) => totals.some(({ decision }) => decision === one));
  const sourceIds = [...new Set(totals.map(({ sourceId }) => sourceId))];
  const countOf = (sourceId: string, decision: Decision) =>
    totals.find((total) => total.sourceId === sourceId && total.decision === decision)?.count ?? 0;
  return (
    <DataTable
      caption="Addresses by source and outcome"
      columns={[
        {
          header: 'Source',
          cell: (sourceId: string) => <span className="wrap-anywhere">{nameOf(sourceId)}</span>,
        },
        ...outcomes.map((decision) => ({
          header: DECISION_WORDS[decision].word,
          align: 'right' as const,
          cell: (sourceId: string) => formatCount(countOf(sourceId, decision)),
        })),
      ]}
      rows={sourceIds}
      keyOf={(sourceId) => sourceId}
      nameOf={nameOf}
    />
  );
}

/** Known addresses are only counted, not listed. */
const LISTED = DECISIONS.filter((decision) => decision !== 'known');

function Outcomes({ decision: chosen, onChoose }: Pick<LedgerCardProps, 'decision' | 'onChoose'>) {
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label="Outcome">
      {[undefined, ...LISTED].map((one) => (
        <Button
          key={one ?? 'all'}
          size="small"
          aria-pressed={chosen === one}
          look={chosen === one ? 'primary' : 'quiet'}
          onClick={() => onChoose(one)}
        >
          {one ? DECISION_WORDS[one].word : 'All'}
        </Button>
      ))}
    </fieldset>
  );
}
