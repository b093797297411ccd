import type { SourceLook } from '@vesper/contract';
import { type BadgeWord, WordBadge } from '../../ui/values.tsx';
import { KIND_WORDS } from './source-words.ts';

const OUTCOMES: Record<SourceLook['outcome'], BadgeWord> = {
  read: { tone: 'good', word: 'Can be read' },
  in_part: { tone: 'warn', word: 'Can be read in part' },
  not_read: { tone: 'bad', word: 'Cannot be read yet' },
  not_asked: { tone: 'calm', word: 'Not checked' },
};

interface LookResultProps {
  look: SourceLook;
  /** The form's choice. */
  kind: SourceLook['kind'];
}

/** The result of checking a source's address. */
export function LookResult({ look, kind }: LookResultProps) {
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line p-3 text-sm">
      <div>
        <WordBadge {...OUTCOMES[look.outcome]} />
      </div>
      <p className="wrap-anywhere">{look.message}</p>
      {look.kind && look.kind !== kind && (
        <p>
          Choose the kind <strong>{KIND_WORDS[look.kind]}</strong> and check again.
        </p>
      )}
      {look.examples.length > 0 && (
        <ul aria-label="Examples" className="flex flex-col gap-1 text-xs text-muted">
          {look.examples.map(({ url, title }) => (
            <li key={url} className="wrap-anywhere">
              {title && <span className="text-text">{title} </span>}
              {url}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
