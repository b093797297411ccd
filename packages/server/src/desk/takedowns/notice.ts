import { DMCA_LENGTHS, type DmcaFields } from '@vesper/contract';
import type { Filled } from '../reports/index.ts';

/** The texts of a notice with everything that the law requires; missing optional ones are empty. */
export type Notice = Omit<DmcaFields, 'goodFaithStatement' | 'accuracyStatement'>;

export function noticeOf(filled: Filled): Notice {
  return Object.fromEntries(Object.keys(DMCA_LENGTHS).map((name) => [name, filled[name] ?? ''])) as Notice;
}
