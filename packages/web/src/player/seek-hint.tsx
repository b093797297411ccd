import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { SideSeek } from './use-side-taps.ts';

/** media-chrome's attribute for what does not go away with the controls. */
const STAYS = { noautohide: '' };

/** Where a finger has tapped twice: how far that went. */
export function SeekHint({ side, seconds }: SideSeek) {
  const Icon = side === 'left' ? ChevronsLeft : ChevronsRight;
  return (
    <p aria-hidden slot="centered-chrome" {...STAYS} data-side={side} className="player-seek-hint">
      <Icon className="size-6" />
      {seconds} seconds
    </p>
  );
}
