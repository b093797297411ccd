import { DMCA_NOTES } from '@vesper/contract';
import type { Outcome } from '../cases/index.ts';

const EFFECT_NOTES: Record<Exclude<Outcome, 'taken_off'>, string> = {
  was_off: 'Valid DMCA notice; the content had been removed already',
  no_video: 'Valid DMCA notice, but it names no video that is on this site: nothing was removed',
};

/** The site's own, which say nothing of persons. */
export const OWN_NOTES: ReadonlySet<string> = new Set([
  ...Object.values(DMCA_NOTES),
  ...Object.values(EFFECT_NOTES),
]);

/** A note is stored as sent; the result is stored beside it (`effect`). Without a note, ours is used. */
export function noteOf(
  { status, adminNotes }: { status: 'approved' | 'denied'; adminNotes?: string | null | undefined },
  effect: Outcome | null,
): string {
  if (adminNotes) return adminNotes;
  return effect === null || effect === 'taken_off' ? DMCA_NOTES[status] : EFFECT_NOTES[effect];
}
