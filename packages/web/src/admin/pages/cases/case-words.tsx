import { type CaseClock, type CaseFilter, type CaseItem, caseFormOf, counterNotice } from '@vesper/contract';
import { deadlineText } from '../../ui/value-text.ts';
import { Moment, StatusBadge, type Tone } from '../../ui/values.tsx';

export const link = 'text-primary-text hover:underline';

/** A kind in words: `Copyright notice`. */
export function kindInWords(kind: string): string {
  return caseFormOf(kind)?.label ?? kind;
}

type State = CaseItem['state'];

const STATES: Record<State, readonly [Tone, string]> = {
  unconfirmed: ['calm', 'Not confirmed'],
  open: ['warn', 'Waits'],
  incomplete: ['busy', 'Asked for more'],
  approved: ['good', 'Approved'],
  denied: ['calm', 'Denied'],
  countered: ['warn', 'Countered'],
  restoring: ['busy', 'To be restored'],
  litigation: ['warn', 'Before a court'],
  restored: ['calm', 'Restored'],
  withdrawn: ['calm', 'Withdrawn'],
};

export function stateInWords(state: State): string {
  return STATES[state][1];
}

/** The states of the filter, by the groups that stand in it. */
export const FILTER_WORDS: Record<CaseFilter, string> = {
  open: 'All that wait',
  waiting: 'Waiting for a decision',
  unconfirmed: stateInWords('unconfirmed'),
  incomplete: stateInWords('incomplete'),
  decided: 'All decided',
  approved: stateInWords('approved'),
  denied: stateInWords('denied'),
  countered: stateInWords('countered'),
  restoring: stateInWords('restoring'),
  litigation: stateInWords('litigation'),
  restored: stateInWords('restored'),
  withdrawn: stateInWords('withdrawn'),
  all: 'All',
};

/** Of a counter-notice that was approved: it takes nothing off. */
const FORWARDED: readonly [Tone, string] = ['good', 'Forwarded'];

export function StateBadge({ kind, state }: { kind: string; state: State }) {
  const [tone, words] = kind === counterNotice.kind && state === 'approved' ? FORWARDED : STATES[state];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
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
  restore: 'Comes back',
  restore_by: 'Must be back',
  lapse: 'Ends by itself',
};

/** What a clock is for. */
export function clockInWords(name: string): string {
  return CLOCK_WORDS[name] ?? name.replaceAll('_', ' ');
}

/** What happens at a clock's end. */
export const CLOCK_ENDS: Record<CaseClock['does'], string> = {
  alarm: 'Then administrators are told by mail; nothing else happens by itself.',
  restore: 'Then what was taken off comes back by itself, unless a court action is recorded before.',
  lapse:
    'Then the notice ends by itself, unless its mailbox is confirmed before; a counter-notice has to be whole as well.',
  close: 'Then the case is closed, and the films that it took off are kept no longer.',
};

const NEAR_MS = 24 * 3600 * 1000;

/** How long is left; a badge within a day of the end, and once it is past. */
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
