import { type AuditEntry, adminHref, type CaseDetails, routes } from '@vesper/contract';
import { useAdminList } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { ListState, MoreButton } from '../../ui/list.tsx';
import { Moment } from '../../ui/values.tsx';
import { link } from './case-words.tsx';
import { actorInWords, stepInWords, stepsOf } from './chain-words.ts';

const PAGE = 100;

/** What happened to a case, as the audit log has it, in order. */
export function ChainCard({ details }: { details: CaseDetails }) {
  const { rows, ...query } = useAdminList(
    routes.audit.list,
    { subject: details.id, limit: PAGE },
    { rowsOf: ({ entries }) => entries, nextOf: ({ next }) => next },
  );
  return (
    <Card
      title="What happened"
      about={
        <>
          From the{' '}
          <a className={link} href={adminHref('audit')}>
            audit log
          </a>
          , which cannot be changed.
        </>
      }
    >
      <ListState rows={rows && [details]} query={query} empty="">
        <div className="flex flex-col gap-4">
          <MoreButton {...query} />
          <ol className="flex flex-col gap-3 text-sm">
            {!query.hasNextPage && <Step at={details.receivedAt} words="Received" who="the sender" />}
            {stepsOf(rows ?? []).map((entry) => (
              <EntryStep key={entry.seq} entry={entry} kind={details.kind} />
            ))}
          </ol>
        </div>
      </ListState>
    </Card>
  );
}

function EntryStep({ entry, kind }: { entry: AuditEntry; kind: string }) {
  return <Step at={entry.at} words={stepInWords(entry, kind)} who={actorInWords(entry)} seq={entry.seq} />;
}

function Step({ at, words, who, seq }: { at: string; words: string; who: string; seq?: number }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-l-2 border-line pl-3">
      <span className="min-w-0 text-pretty wrap-anywhere">
        {words} <span className="text-muted">by {who}</span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        {seq !== undefined && `Entry ${seq}, `}
        <Moment at={at} />
      </span>
    </li>
  );
}
