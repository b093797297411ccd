import type { CaseClock, CaseDetails } from '@vesper/contract';
import { exactTime } from '../../ui/value-text.ts';
import { CLOCK_ENDS, clockInWords, Due } from './case-words.tsx';

/** The clocks that run, or ran out while nothing was decided, with what happens at their end. */
export function Clocks({ details }: { details: CaseDetails }) {
  const { clocks, isOpen, state } = details;
  const shown = clocks
    .filter(({ endedAt, ending }) => endedAt === null || (isOpen && ending === 'fired'))
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
  if (shown.length === 0 && !isOpen) return null;
  return (
    <ul className="mb-4 flex flex-col gap-3 border-b border-line pb-4 text-sm">
      {shown.map((clock) => (
        <Clock key={clock.name} clock={clock} isUrgent={isOpen || state === 'restoring'} />
      ))}
      {shown.length === 0 && (
        <li className="text-muted">The clock is stopped while the sender is asked for more.</li>
      )}
    </ul>
  );
}

function Clock({ clock, isUrgent }: { clock: CaseClock; isUrgent: boolean }) {
  const { name, dueAt, does, endedAt, isHard } = clock;
  return (
    <li>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{clockInWords(name)}</span>
        <span className="tabular-nums">
          <Due at={dueAt} isUrgent={isUrgent} />
        </span>
      </p>
      <p className="mt-0.5 text-xs text-pretty text-muted">
        {exactTime(dueAt)}. {endedAt ? 'It has run out: administrators were told.' : CLOCK_ENDS[does]}
        {isHard && !endedAt && ' It goes on while the sender is asked for more.'}
      </p>
    </li>
  );
}
