import type { VideoSource } from '@vesper/contract';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { sayStrikes } from './strike-words.ts';

/** Active or Disabled as the specification has it; a pause between the two is no fault of anybody's decision. */
export function SourceStatus({ source: { enabled, pauses } }: { source: VideoSource }) {
  if (!enabled) return <StatusBadge tone="calm">Disabled</StatusBadge>;
  if (pauses.length > 0) return <StatusBadge tone="warn">Active, paused</StatusBadge>;
  return <StatusBadge tone="good">Active</StatusBadge>;
}

/** How many strikes stand against a source; nothing where none does. The third disables it. */
export function StrikesBadge({ strikes }: { strikes: number }) {
  if (strikes === 0) return null;
  return <StatusBadge tone={strikes >= 3 ? 'bad' : 'warn'}>{sayStrikes(strikes)}</StatusBadge>;
}
