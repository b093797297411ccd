import { isLeftOut, type JobEvent, type JobTimeline } from '@vesper/contract';
import { durationText, exactTime } from '../../ui/value-text.ts';
import { Moment, WordBadge } from '../../ui/values.tsx';
import { ENDING_WORDS, EVENT_WORDS, formatErrorClass, formatStep } from './job-words.ts';

/** The events of a job, oldest first. */
export function Timeline({ events, isCut }: Pick<JobTimeline, 'events' | 'isCut'>) {
  return (
    <>
      {isCut && (
        <p className="mb-3 text-sm text-muted">
          Earlier events are not kept: only the last hundred, for 90 days.
        </p>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {events.map((event) => (
          <TimelineEvent key={`${event.at} ${event.kind} ${event.step}`} event={event} />
        ))}
      </ol>
    </>
  );
}

function TimelineEvent({ event }: { event: JobEvent }) {
  const { kind, at, endedAt, step, errorClass, detail, nextTryAt } = event;
  const isOut = kind === 'failed' && isLeftOut(errorClass);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 text-sm">
      <time dateTime={at} className="w-44 shrink-0 text-xs text-muted tabular-nums">
        {exactTime(at)}
      </time>
      <div className="min-w-48 flex-1">
        {kind === 'step' ? (
          <>
            <span className="font-medium">{formatStep(step ?? '')}</span>
            <span className="text-muted">: {endedAt ? durationText(at, endedAt) : 'under way'}</span>
          </>
        ) : (
          <WordBadge {...(isOut ? ENDING_WORDS.left_out : EVENT_WORDS[kind])} />
        )}
        {detail && (
          <p className="mt-1 text-xs wrap-anywhere">
            {errorClass && `${formatErrorClass(errorClass)}: `}
            {detail}
            {kind === 'failed' && step && ` (${formatStep(step)})`}
          </p>
        )}
        {nextTryAt && (
          <p className="mt-1 text-xs text-muted">
            Tried again <Moment at={nextTryAt} />.
          </p>
        )}
      </div>
    </li>
  );
}
