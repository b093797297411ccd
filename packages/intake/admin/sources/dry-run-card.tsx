import { type Decision, type DryRun, formatTakenFrom } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Address } from '@vesper/web/admin/ui/values.tsx';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';

export function DryRunCard({ sourceId }: { sourceId: string }) {
  const [result, setResult] = useState<DryRun>();
  return (
    <Card
      title="Dry run"
      about="Reads the start of the source and its first three pages, as slowly as a crawl, and queues nothing. Takes up to 20 seconds."
      actions={
        <ActButton
          word="Run"
          size="small"
          icon={FlaskConical}
          run={(client) => client.sources.dryRun({ id: sourceId })}
          failure="The dry run failed."
          onDone={setResult}
        />
      }
    >
      <div aria-live="polite">{result && <Findings {...result} />}</div>
      {!result && <p className="text-sm text-muted">Not run yet.</p>}
    </Card>
  );
}

function Findings({ items, pages, ...found }: DryRun) {
  const { problems } = found;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>{formatDryRun(found)}</p>
      {problems.length > 0 && (
        <ul className="rounded-xl border border-warn p-3">
          {problems.map(({ url, message }) => (
            <li key={`${url} ${message}`} className="wrap-anywhere">
              {message}{' '}
              <span className="text-xs text-muted">
                <Address text={url} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {pages.length > 0 && <TriedPages pages={pages} />}
      {items.length > 0 && (
        <ol className="divide-y divide-line rounded-xl border border-line">
          {items.map(({ url, title }) => (
            <li key={url} className="px-3 py-2">
              <p className="font-medium wrap-anywhere">{title ?? 'No title yet'}</p>
              <p className="text-xs wrap-anywhere text-muted">
                <Address text={url} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function TriedPages({ pages }: Pick<DryRun, 'pages'>) {
  return (
    <ul aria-label="Pages tried" className="divide-y divide-line rounded-xl border border-line">
      {pages.map(({ url, title, films, player, takenFrom, notes }) => (
        <li key={url} className="flex flex-col gap-1 px-3 py-2">
          <p className="font-medium wrap-anywhere">{title ?? 'Nothing would be imported'}</p>
          <p className="text-xs wrap-anywhere text-muted">
            <Address text={url} />
          </p>
          {notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {note}
            </p>
          ))}
          {films.map((film, nth) => (
            <p key={film} className="text-xs wrap-anywhere">
              {nth === 0 ? 'Film: ' : 'Or: '}
              <Address text={film} />
            </p>
          ))}
          {player && (
            <p className="text-xs wrap-anywhere">
              Player: <Address text={player} />
            </p>
          )}
          {title !== null && <p className="text-xs text-muted">Taken: {formatTakenFrom(takenFrom)}.</p>}
        </li>
      ))}
    </ul>
  );
}

const DECISION_WORDS: Record<Decision, string> = {
  new: 'would be queued',
  known: 'already known',
  duplicate: 'duplicates',
  blocked: 'blocked',
  robots: 'blocked by robots.txt',
  over_quota: 'over quota',
  no_video: 'without a video',
  failed: 'unusable',
};

const END_WORDS: Record<DryRun['end'], string> = {
  complete: 'The source lists nothing else.',
  enough: 'The source lists more.',
  time: 'The time limit was reached.',
};

/** Only a run without problems has seen everything. */
function formatDryRun({ found, decisions, problems, end }: Omit<DryRun, 'items' | 'pages'>): string {
  const isPartial = end === 'complete' && problems.length > 0;
  return `${formatFound(found, decisions)} ${isPartial ? 'Some of it could not be read.' : END_WORDS[end]}`;
}

function formatFound(found: number, decisions: DryRun['decisions']): string {
  if (found === 0) return 'No addresses found.';
  const checked = found === 1 ? '1 address checked' : `${found} addresses checked`;
  const counted = (Object.entries(decisions) as [Decision, number][]).map(
    ([decision, count]) => `${count} ${DECISION_WORDS[decision]}`,
  );
  return counted.length > 0 ? `${checked}: ${counted.join(', ')}.` : `${checked}.`;
}
