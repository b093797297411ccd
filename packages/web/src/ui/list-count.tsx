import type { Pagination } from '@vesper/contract';
import { countText, formatCount } from './format.ts';

/** Screen readers hear changes, and the number of a further page. */
export function ListCount({ noun, pages }: { noun: string; pages: Pagination | undefined }) {
  return (
    <p role="status" className="text-sm text-muted tabular-nums">
      {pages && countText(pages.totalVideos, noun, pages.totalIsCapped)}
      {pages && pages.page > 1 && <span className="sr-only">{`, page ${formatCount(pages.page)}`}</span>}
    </p>
  );
}
