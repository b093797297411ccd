import type { RuleFinding, RulesTrial } from '@vesper/contract';
import { Address } from '../../ui/address.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { RULE_WORDS } from './page-rules-draft.ts';

const wordOf = ({ field }: RuleFinding) => RULE_WORDS[field].word;

const COLUMNS: Column<RuleFinding>[] = [
  { header: 'Field', cell: wordOf },
  {
    header: 'The rule found',
    className: 'max-w-72 wrap-anywhere',
    cell: ({ found, problem }) => found ?? <span className="text-muted">{problem ?? 'no rule'}</span>,
  },
  {
    header: 'Taken',
    className: 'max-w-72 wrap-anywhere',
    cell: ({ taken, from }) =>
      taken === null ? (
        <span className="text-muted">nothing</span>
      ) : (
        <>
          {taken} {from && <span className="text-xs text-muted">from {from}</span>}
        </>
      ),
  },
];

/** What each rule found on each page, and what would be taken in the end. */
export function RulesTrialTables({ trial: { pages } }: { trial: RulesTrial }) {
  if (pages.length === 0)
    return <p className="mt-4 text-sm text-muted">No page of this source is known yet: crawl it first.</p>;
  return (
    <ol className="mt-4 flex flex-col gap-4 text-sm">
      {pages.map(({ url, problem, findings }) => (
        <li key={url} className="flex flex-col gap-2">
          <p className="text-xs wrap-anywhere">
            <Address text={url} />
          </p>
          {problem && <p className="wrap-anywhere">{problem}</p>}
          {findings.length > 0 && (
            <DataTable
              caption={`What was found at ${url}`}
              columns={COLUMNS}
              rows={findings}
              keyOf={({ field }) => field}
              nameOf={wordOf}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
