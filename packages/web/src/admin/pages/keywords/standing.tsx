import { INDEXABLE_VIDEOS, type KeywordRecord, type KeywordStanding } from '@vesper/contract';
import { type BadgeWord, WordBadge } from '../../ui/values.tsx';

/** Whether search engines are asked to index a keyword's page: a word, and why not. */
export const STANDING_WORDS: Record<KeywordStanding, BadgeWord & { why: string }> = {
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
      <WordBadge {...{ word, tone }} />
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
