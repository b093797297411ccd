import type { DmcaRequest } from '@vesper/contract';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const TONES: Record<DmcaRequest['status'], Tone> = { pending: 'warn', approved: 'good', denied: 'calm' };
const WORDS: Record<DmcaRequest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
};

export function RequestBadge({ status, restored }: Pick<DmcaRequest, 'status' | 'restored'>) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusBadge tone={TONES[status]}>{WORDS[status]}</StatusBadge>
      {restored && <StatusBadge tone="warn">Undone</StatusBadge>}
    </span>
  );
}
