import { adminHref, type HowItIs } from '@vesper/contract';
import { Card } from '../../ui/card.tsx';
import { type BadgeWord, Moment, WordBadge } from '../../ui/values.tsx';

const STATES: Record<HowItIs['sources'][number]['state'], BadgeWord> = {
  not_read: { word: 'Not read', tone: 'warn' },
  stopped: { word: 'Stopped', tone: 'warn' },
  struck_out: { word: 'Struck out', tone: 'bad' },
};

/** Sources that bring nothing until somebody does something. */
export function SourcesCard({ sources }: Pick<HowItIs, 'sources'>) {
  return (
    <Card title="Sources">
      {sources.length === 0 ? (
        <p className="text-sm text-muted">No source is stopped or unreadable.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {sources.map(({ id, name, state, since }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
              <a
                className="min-w-0 flex-1 font-semibold wrap-anywhere hover:underline"
                href={adminHref('source', id)}
              >
                {name}
              </a>
              <WordBadge {...STATES[state]} />
              <span className="text-muted">
                <Moment at={since} none="" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
