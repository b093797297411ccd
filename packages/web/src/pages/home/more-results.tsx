import { type Pagination as Pages, pageHref } from '@vesper/contract';
import type { Browse } from '../../ui/filter/browse.ts';

/** Search results have no page numbers. */
export function MoreResults({ browse, pages }: { browse: Browse; pages: Pages }) {
  const { page, totalPages, hasNextPage } = pages;
  if (page === 1 && !hasNextPage) return null;
  const previous = Math.max(1, Math.min(page - 1, totalPages));
  return (
    <nav aria-label="More search results" className="mt-10 flex flex-wrap justify-center gap-3">
      {page > 1 && (
        <a rel="prev" className="button quiet" href={pageHref.home({ ...browse, page: previous })}>
          Previous results
        </a>
      )}
      {hasNextPage && (
        <a rel="next" className="button quiet" href={pageHref.home({ ...browse, page: page + 1 })}>
          Show more results
        </a>
      )}
    </nav>
  );
}
