import type { DmcaSummary } from '@vesper/contract';
import { StatusBadge, type Tone } from '../../ui/values.tsx';

const TONES: Record<DmcaSummary['status'], Tone> = { pending: 'warn', approved: 'good', denied: 'calm' };
const WORDS: Record<DmcaSummary['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
};

/** `the request of A. L. (4f0c21ab)`: with the initials of its sender, never the name. */
export function requestInWords({ initials, id }: Pick<DmcaSummary, 'initials' | 'id'>): string {
  return `the request${initials ? ` of ${initials}` : ''} (${id.slice(0, 8)})`;
}

export function RequestBadge({ status, restored }: Pick<DmcaSummary, 'status'> & { restored: unknown }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusBadge tone={TONES[status]}>{WORDS[status]}</StatusBadge>
      {restored !== null && <StatusBadge tone="warn">Undone</StatusBadge>}
    </span>
  );
}
