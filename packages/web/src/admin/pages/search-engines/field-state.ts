import type { SeenField } from '@vesper/contract';
import type { Tone } from '../../ui/status-badge.tsx';

/** How a field stands, as a word and a colour. */
export function fieldState({ level, value, fault }: SeenField): { tone: Tone; word: string } {
  if (fault === null) return value === null ? { tone: 'calm', word: 'None' } : { tone: 'good', word: 'Good' };
  if (value !== null) return { tone: 'bad', word: 'Wrong' };
  return level === 'required' ? { tone: 'bad', word: 'Missing' } : { tone: 'warn', word: 'Missing' };
}
