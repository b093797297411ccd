import { routes, type SourceOutcome } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, ListTable } from '../../ui/list.tsx';
import { Address, Moment, WordBadge } from '../../ui/values.tsx';
import { DECISION_WORDS } from '../crawler/decision-words.ts';

const COLUMNS: Column<SourceOutcome>[] = [
  { header: 'Outcome', cell: ({ decision }) => <WordBadge {...DECISION_WORDS[decision]} /> },
  { header: 'Addresses', align: 'right', cell: ({ count }) => formatCount(count) },
  {
    header: 'The latest of them',
    className: 'max-w-96',
    cell: ({ example, advice }) => (
      <>
        <span className="wrap-anywhere">
          <Address text={example.url} />
        </span>
        <p className="mt-0.5 text-xs wrap-anywhere text-muted">
          {example.reason} <Moment at={example.decidedAt} />
        </p>
        <p className="mt-1 text-xs lg:hidden">{advice}</p>
      </>
    ),
  },
  { header: 'What to do', from: 'lg', className: 'max-w-80', cell: ({ advice }) => advice },
];

/** What became of the source's last addresses, and what an operator can do about those that did not come in. */
export function OutcomesCard({ sourceId }: { sourceId: string }) {
  const { data, ...query } = useAdminQuery(routes.ledger.ofSource, { id: sourceId }, { pollMs: 15_000 });
  return (
    <Card title="Its last 1,000 addresses" about="By outcome and reason, each with the latest as an example.">
      <ListTable
        rows={data?.outcomes}
        query={query}
        empty="No crawl has decided about an address of this source yet."
        caption="Addresses of this source by outcome"
        columns={COLUMNS}
        keyOf={({ example }) => example.url}
        nameOf={({ example }) => example.url}
      />
    </Card>
  );
}
