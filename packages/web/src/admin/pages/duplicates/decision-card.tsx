import type { DuplicateDecision } from '@vesper/contract';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { Moment, WordBadge } from '../../ui/values.tsx';
import { canStay, OUTCOMES, TEST_WORDS } from './duplicate-words.ts';
import type { AskedMerge } from './merge-question.tsx';
import { deciding } from './use-duplicate-decision.ts';
import { VideoSide } from './video-side.tsx';

interface DecisionCardProps {
  decision: DuplicateDecision;
  /** Opens the confirmation of the merge. */
  onAsk: (asked: AskedMerge) => void;
}

/** Two videos side by side, why they seem to be the same, and what can be done. */
export function DecisionCard({ decision, onAsk }: DecisionCardProps) {
  const headingId = useId();
  const { outcome, test, reason, title, sourceUrl, video, existing } = decision;
  const isWaiting = outcome === 'suspected';
  const newTitle = video?.title ?? title;
  const existingTitle = existing?.title ?? 'the other video';
  const keepButton = (stays: AskedMerge['stays'], of: string) => (
    <Button size="small" aria-label={`Keep only this one: ${of}`} onClick={() => onAsk({ decision, stays })}>
      Keep only this one
    </Button>
  );
  return (
    <article aria-labelledby={headingId} className="rounded-2xl border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={headingId} className="flex flex-wrap items-center gap-2 text-sm font-bold">
            {TEST_WORDS[test]}
            <WordBadge {...OUTCOMES[outcome]} />
          </h2>
          <p className="mt-1 text-xs wrap-anywhere text-muted">
            {reason} <Decided {...decision} />
          </p>
        </div>
        <KeepButton decision={decision} />
      </div>
      <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
        <VideoSide label="Added later" video={video} known={{ title, sourceUrl }}>
          {isWaiting && canStay(video, existing) && keepButton('new', newTitle)}
        </VideoSide>
        <VideoSide label="Here first" video={existing}>
          {isWaiting && canStay(existing, video) && keepButton('existing', existingTitle)}
        </VideoSide>
      </div>
    </article>
  );
}

/** A video left out only for its likeness may be allowed; a certain duplicate may not. */
function KeepButton({ decision }: Pick<DecisionCardProps, 'decision'>) {
  const { id, outcome, test, title, video, existing } = decision;
  if (outcome !== 'suspected' && !(outcome === 'skipped' && test === 'likeness')) return null;
  const isPair = video !== null && existing !== null;
  const word = outcome === 'skipped' ? 'Allow' : isPair ? 'Keep both' : 'Dismiss';
  return (
    <ActButton
      word={word}
      size="small"
      look={outcome === 'suspected' && isPair ? 'primary' : 'quiet'}
      aria-label={`${word}: ${title}`}
      {...deciding({ id, outcome: 'keep' })}
    />
  );
}

function Decided({ decidedAt, decidedBy, outcome }: DuplicateDecision) {
  const isOpen = outcome === 'suspected' || outcome === 'skipped';
  return (
    <>
      {isOpen ? 'Found' : 'Decided'} <Moment at={decidedAt} />
      {isOpen ? '.' : ` by ${decidedBy}.`}
    </>
  );
}
