import { CASE_KIND_FORMS, type CaseItem } from '@vesper/contract';
import { Moment } from '../../ui/moment.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const LABELS: ReadonlyMap<string, string> = new Map(CASE_KIND_FORMS.map(({ kind, label }) => [kind, label]));

/** A kind in words: `Copyright notice`. */
export function kindInWords(kind: string): string {
  return LABELS.get(kind) ?? kind;
}

const STATES: Record<CaseItem['state'], readonly [Tone, string]> = {
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

export function stateInWords(state: CaseItem['state']): string {
  return STATES[state][1];
}

export function CaseBadges({ state, isOpen, hiddenAt, heldAt, erasedAt }: CaseItem) {
  const [tone, words] = STATES[state];
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {isOpen && hiddenAt && <StatusBadge tone="busy">Hidden</StatusBadge>}
      {heldAt && <StatusBadge tone="warn">On hold</StatusBadge>}
      {erasedAt && <StatusBadge tone="calm">Erased</StatusBadge>}
    </span>
  );
}

/** When something is due; red once that is past. */
export function Due({ at, none = 'No clock runs' }: { at: string | null; none?: string }) {
  const isPast = at !== null && Date.parse(at) <= Date.now();
  return (
    <span className={isPast ? 'font-semibold text-danger' : undefined}>
      <Moment at={at} none={none} />
    </span>
  );
}
