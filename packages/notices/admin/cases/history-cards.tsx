import { adminHref, type CaseDetails, LATEST_COUNTED_CASES, MOST_COUNTED_CASES } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { cappedText } from '@vesper/web/admin/ui/value-text.ts';
import { StatusBadge, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { CaseLinks } from './case-words.tsx';

export function OthersCard({ details: { others } }: { details: CaseDetails }) {
  return (
    <Card title="Other notices about these videos">
      {others.length === 0 ? (
        <p className="text-sm text-muted">No other notice names these videos.</p>
      ) : (
        <CaseLinks cases={others} />
      )}
    </Card>
  );
}

/** Other notices from the same email address, which is not shown. */
export function SenderCard({ details: { sender, erasedAt } }: { details: CaseDetails }) {
  const total = sender ? sender.approved + sender.denied + sender.undecided : 0;
  return (
    <Card title="Sender’s history">
      {sender === null && (
        <p className="text-sm text-muted">
          {erasedAt
            ? 'The sender’s data was erased.'
            : 'No email address was given, so earlier notices are unknown.'}
        </p>
      )}
      {sender && total === 0 && (
        <p className="text-sm text-muted">This is the only notice from this email address.</p>
      )}
      {sender && total > 0 && (
        <>
          <Figures
            of={[
              ['Approved', cappedText(sender.approved, MOST_COUNTED_CASES)],
              ['Denied', cappedText(sender.denied, MOST_COUNTED_CASES)],
              ['Undecided', cappedText(sender.undecided, MOST_COUNTED_CASES)],
            ]}
          />
          <CaseLinks cases={sender.latest} />
        </>
      )}
    </Card>
  );
}

export function SourcesCard({ details: { sources, videos } }: { details: CaseDetails }) {
  return (
    <Card title={sources.length > 1 ? 'Sources' : 'Source'}>
      {sources.length === 0 && (
        <p className="text-sm text-muted">
          {videos === 0 ? 'The notice names no video here.' : 'Added by hand: there is no source.'}
        </p>
      )}
      <ul className="flex flex-col gap-4">
        {sources.map(({ id, name, enabled, strikes, voidStrikes, notices }) => (
          <li key={id}>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <TextLink className="font-semibold wrap-anywhere" href={adminHref('source', id)}>
                {name}
              </TextLink>
              {!enabled && <StatusBadge tone="calm">Disabled</StatusBadge>}
            </p>
            <Figures
              of={[
                ['Strikes', String(strikes)],
                ['Void', String(voidStrikes)],
                [`Of the last ${LATEST_COUNTED_CASES} notices`, String(notices)],
              ]}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Figures({ of }: { of: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <dl className="mt-2 mb-3 flex flex-wrap gap-x-6 gap-y-2 text-sm first:mt-0 last:mb-0">
      {of.map(([name, figure]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-base font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
