import type { ManagedVideo } from '@vesper/contract';
import { Moment, StatusBadge, WordBadge } from '../../ui/values.tsx';
import { formatStatusReason, PROBLEM_WORDS, STATUS_WORDS } from './video-words.ts';

/** The state of a video, and why it is in that state. */
export function VideoStatusText({ video }: { video: ManagedVideo }) {
  const why = formatStatusReason(video);
  return (
    <div className="flex flex-col items-start gap-1">
      <WordBadge {...STATUS_WORDS[video.status]} />
      {why && (
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted" title={why}>
          {why}
        </span>
      )}
      {video.gone && <GoneTimes {...video.gone} />}
    </div>
  );
}

/** Since when it is gone, and when it is checked again. */
function GoneTimes({ at, nextCheckAt }: NonNullable<ManagedVideo['gone']>) {
  return (
    <span className="text-xs text-muted">
      {at && (
        <>
          Gone <Moment at={at} />.{' '}
        </>
      )}
      {nextCheckAt ? (
        <>
          Next check <Moment at={nextCheckAt} />.
        </>
      ) : (
        'It will not be checked again.'
      )}
    </span>
  );
}

export function ProblemBadges({ problems }: Pick<ManagedVideo, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {problems.map((problem) => (
        <StatusBadge key={problem} tone="warn">
          {PROBLEM_WORDS[problem]}
        </StatusBadge>
      ))}
    </span>
  );
}
