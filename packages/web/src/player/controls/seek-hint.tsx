import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { SideSeek } from './use-side-taps.ts';

/** media-chrome's attribute for elements that stay when the controls hide. */
const STAYS = { noautohide: '' };

/** Shows how far a double tap has seeked, where it was tapped. */
export function SeekHint({ side, seconds }: SideSeek) {
  const Icon = side === 'left' ? ChevronsLeft : ChevronsRight;
  return (
    <p aria-hidden slot="centered-chrome" {...STAYS} data-side={side} className="player-seek-hint">
      <Icon className="size-6" />
      {seconds} seconds
    </p>
  );
}
