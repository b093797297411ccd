import type { Pagination } from '@vesper/contract';
import { countText, formatCount } from './format.ts';

/** Announces a list's count to screen readers when it changes; on further pages with the page number. */
export function ListCount({ noun, pages }: { noun: string; pages: Pagination | undefined }) {
  return (
    <p role="status" className="text-sm text-muted tabular-nums">
      {pages && countText(pages.totalVideos, noun, pages.totalIsCapped)}
      {pages && pages.page > 1 && <span className="sr-only">{`, page ${formatCount(pages.page)}`}</span>}
    </p>
  );
}
