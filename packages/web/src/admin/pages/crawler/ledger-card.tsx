import { DECISIONS, type Decision, type RunLedger, type RunLedgerEntry, routes } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminList } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable, ListTable } from '../../ui/list.tsx';
import { Address, Moment, WordBadge } from '../../ui/values.tsx';
import { CRAWLER_POLL_MS } from './crawler-card.tsx';
import { DECISION_WORDS, PUT_OFF, ResultLinks } from './why-card.tsx';

interface LedgerCardProps {
  runId: string;
  /** Only addresses with this outcome. */
  decision: Decision | undefined;
  isGoing: boolean;
  nameOf: (sourceId: string | null) => string;
  onChoose: (decision: Decision | undefined) => void;
}

export function LedgerCard({ runId, decision, isGoing, nameOf, onChoose }: LedgerCardProps) {
  const { rows, pages, ...query } = useAdminList(
    routes.ledger.ofRun,
    { id: runId, ...(decision ? { decision } : {}) },
    {
      rowsOf: ({ entries }) => entries,
      nextOf: ({ next }) => next,
      pollMs: isGoing ? CRAWLER_POLL_MS : undefined,
    },
  );
  const first = pages?.[0];
  return (
    <Card
      title="Addresses"
      about="The numbers show what was decided during the run. The list shows the current state."
    >
      <div className="flex flex-col gap-4">
        {first && <Totals totals={first.totals} nameOf={nameOf} />}
        <Outcomes decision={decision} onChoose={onChoose} />
        <ListTable
          rows={rows}
          query={query}
          empty="No address has this outcome yet."
          caption="Addresses of this run"
          columns={columns(nameOf)}
          keyOf={({ url }) => url}
          nameOf={({ url }) => url}
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

/** One row per source, one column per outcome that occurred. */
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
