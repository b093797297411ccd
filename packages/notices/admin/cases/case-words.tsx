import {
  adminHref,
  type CaseClock,
  type CaseDetails,
  type CaseFilter,
  type CaseItem,
  caseFormOf,
  counterNotice,
  type OtherCase,
} from '@vesper/contract';
import { deadlineText, exactTime } from '@vesper/web/admin/ui/value-text.ts';
import { type BadgeWord, Moment, StatusBadge, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';

export function kindInWords(kind: string): string {
  return caseFormOf(kind)?.label ?? kind;
}

type State = CaseItem['state'];

const STATES: Record<State, BadgeWord> = {
  unconfirmed: { word: 'Not confirmed', tone: 'calm' },
  open: { word: 'Open', tone: 'warn' },
  incomplete: { word: 'Information requested', tone: 'busy' },
  approved: { word: 'Approved', tone: 'good' },
  denied: { word: 'Denied', tone: 'calm' },
  countered: { word: 'Countered', tone: 'warn' },
  restoring: { word: 'To be restored', tone: 'busy' },
  litigation: { word: 'Before a court', tone: 'warn' },
  restored: { word: 'Restored', tone: 'calm' },
  withdrawn: { word: 'Withdrawn', tone: 'calm' },
};

const STATE_WORDS = Object.fromEntries(
  Object.entries(STATES).map(([state, { word }]) => [state, word]),
) as Record<State, string>;

export const FILTER_WORDS: Record<CaseFilter, string> = {
  ...STATE_WORDS,
  waiting: 'Waiting for a decision',
  decided: 'All decided',
  all: 'All',
};

/** An approved counter-notice takes nothing down. */
const FORWARDED: BadgeWord = { word: 'Forwarded', tone: 'good' };

function StateBadge({ kind, state }: { kind: string; state: State }) {
  return <WordBadge {...(kind === counterNotice.kind && state === 'approved' ? FORWARDED : STATES[state])} />;
}

export function CaseBadges({ kind, state, isOpen, hiddenAt, heldAt, erasedAt }: CaseItem) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StateBadge kind={kind} state={state} />
      {isOpen && hiddenAt && <StatusBadge tone="busy">Hidden</StatusBadge>}
      {heldAt && <StatusBadge tone="warn">On hold</StatusBadge>}
      {erasedAt && <StatusBadge tone="calm">Erased</StatusBadge>}
    </span>
  );
}

const CLOCK_WORDS: Readonly<Record<string, string>> = {
  review: 'Decision',
  removal: 'Decision and removal',
  answer: 'Answer',
  counter_term: 'Counter-notices until',
  complaint_term: 'Complaints until',
  restore: 'Automatic restoration',
  restore_by: 'Restoration deadline',
  lapse: 'Closes automatically',
};

export function clockInWords(name: string): string {
  return CLOCK_WORDS[name] ?? name.replaceAll('_', ' ');
}

const CLOCK_ENDS: Record<CaseClock['does'], string> = {
  alarm: 'Administrators are notified by email. Nothing else happens automatically.',
  restore: 'Restores the content automatically, unless a court action is recorded first.',
  lapse:
    'Closes automatically unless the sender confirms their email address and completes any counter-notice.',
  close: 'Closes the case. The files it took down are no longer kept.',
};

const NEAR_MS = 24 * 3600 * 1000;

/** A badge from a day before the deadline. */
export function Due({ at, isUrgent }: { at: string; isUrgent: boolean }) {
  return (
    <Moment
      at={at}
      words={(moment, now) => {
        const leftMs = Date.parse(moment) - now;
        const words = deadlineText(moment, now);
        if (!isUrgent || leftMs > NEAR_MS) return words;
        return <StatusBadge tone={leftMs <= 0 ? 'bad' : 'warn'}>{words}</StatusBadge>;
      }}
    />
  );
}

export function CaseLinks({ cases }: { cases: readonly OtherCase[] }) {
  return (
    <ul className="-my-1.5 max-h-80 divide-y divide-line overflow-y-auto text-sm">
      {cases.map(({ id, kind, state, receivedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
          <span className="min-w-0">
            <TextLink href={adminHref('case', id)}>{kindInWords(kind)}</TextLink>{' '}
            <span className="text-xs text-muted">
              {id.slice(0, 8)}, <Moment at={receivedAt} />
            </span>
          </span>
          <StateBadge kind={kind} state={state} />
        </li>
      ))}
    </ul>
  );
}

/** Running clocks, and the expired ones of an undecided case. */
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
      {shown.length === 0 && <li className="text-muted">The clock is stopped until the sender answers.</li>}
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
        {exactTime(dueAt)}. {endedAt ? 'Expired; administrators were notified.' : CLOCK_ENDS[does]}
        {isHard && !endedAt && ' It keeps running while the sender’s answer is awaited.'}
      </p>
    </li>
  );
}
