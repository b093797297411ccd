import { INDEXABLE_VIDEOS, type KeywordRecord, type KeywordStanding } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { RowButton } from '../../ui/button.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

/** Whether search engines are asked to index a keyword's page: a word, and why not. */
export const STANDING_WORDS: Record<KeywordStanding, { word: string; tone: Tone; why: string }> = {
  indexable: { word: 'Indexable', tone: 'good', why: '' },
  unreviewed: { word: 'Not reviewed', tone: 'warn', why: 'Nobody has read its title and description yet.' },
  few: { word: 'Too few videos', tone: 'warn', why: `It needs at least ${INDEXABLE_VIDEOS} public videos.` },
  alike: { word: 'Similar to another page', tone: 'warn', why: 'It shows nearly the same videos.' },
  pending: { word: 'Being compared', tone: 'busy', why: 'A worker will compare it with other pages.' },
  disabled: { word: 'No page', tone: 'calm', why: 'The keyword is disabled.' },
  refused: {
    word: 'Held back',
    tone: 'bad',
    why: 'Its words have a refused term. Change them, or let them pass.',
  },
  language_disabled: { word: 'Language disabled', tone: 'calm', why: 'Its language is disabled.' },
};

export function Standing({ keyword: { standing, alikeTo } }: { keyword: KeywordRecord }) {
  const { word, tone, why } = STANDING_WORDS[standing];
  return (
    <div className="max-w-56">
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {why && (
        <p className="mt-1 text-xs text-pretty text-muted">
          {why}
          {alikeTo && (
            <>
              {' See '}
              <a className="wrap-anywhere underline" href={alikeTo}>
                {decodeURI(alikeTo)}
              </a>
              .
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Lets the words of a keyword pass that are held back; the toast takes it back. */
export function PassButton({ keyword: { id, keyword, standing, version } }: { keyword: KeywordRecord }) {
  const failure = 'Failed to update keyword';
  const takeBack = useAdminMutation({
    run: (client) => client.keywords.change({ id, passed: false }),
    failure,
    success: () => ({ title: 'Held back again' }),
  });
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.keywords.change({ id, version, passed: true }),
    failure,
    success: () => ({ title: 'Let pass', action: { label: 'Undo', run: () => void takeBack.run() } }),
  });
  if (standing !== 'refused') return null;
  return (
    <RowButton word="Let pass" row={keyword} look="plain" isBusy={isRunning} onClick={() => void run()} />
  );
}

/** Marks the words of a keyword as reviewed; the toast takes it back. */
export function ReviewButton({ keyword: { id, keyword, reviewed, version } }: { keyword: KeywordRecord }) {
  const failure = 'Failed to update keyword';
  const takeBack = useAdminMutation({
    run: (client) => client.keywords.change({ id, reviewed: false }),
    failure,
    success: () => ({ title: 'No longer marked as reviewed' }),
  });
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.keywords.change({ id, version, reviewed: true }),
    failure,
    success: () => ({
      title: 'Marked as reviewed',
      action: { label: 'Undo', run: () => void takeBack.run() },
    }),
  });
  if (reviewed) return null;
  return (
    <RowButton
      word="Mark reviewed"
      row={keyword}
      look="plain"
      isBusy={isRunning}
      onClick={() => void run()}
    />
  );
}
