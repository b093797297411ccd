import type { Pagination as Pages } from '@vesper/contract';
import type { ReactNode } from 'react';
import { pageJumps, pageWindow } from './pagination-window.ts';

interface PaginationProps {
  pages: Pages;
  hrefOf: (page: number) => string;
}

/** Links to all pages of a list, some of them over others; nothing if there is only one page. */
export function Pagination(props: PaginationProps) {
  if (lastPage(props.pages) <= 1) return null;
  return (
    <>
      <Steps {...props} />
      <Jumps key={props.pages.page} {...props} />
    </>
  );
}

/** Previous, Next and up to five page numbers. */
function Steps({ pages, hrefOf }: PaginationProps) {
  const { page } = pages;
  const last = lastPage(pages);
  return (
    <nav aria-label="Pagination" className="steps">
      <Step href={page > 1 ? hrefOf(Math.min(page - 1, last)) : undefined} rel="prev">
        <i className="icon-chevron-left sm:mr-1" />
        <span className="max-sm:sr-only">Previous</span>
      </Step>{' '}
      {pageWindow(page, last).map((number) => (
        <a
          key={number}
          href={hrefOf(number)}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {`${number} `}
        </a>
      ))}
      <Step href={page < last ? hrefOf(page + 1) : undefined} rel="next">
        <span className="max-sm:sr-only">Next</span>
        <i className="icon-chevron-right sm:ml-1" />
      </Step>
    </nav>
  );
}

/** Page numbers farther off. Search engines follow them too: without, they would not reach the videos of a long list. */
function Jumps({ pages, hrefOf }: PaginationProps) {
  const jumps = pageJumps(pages.page, lastPage(pages));
  if (jumps.length === 0) return null;
  return (
    <details className="jumps group">
      <summary>
        Jump to a page
        <i className="icon-chevron-down group-open:rotate-180" />
      </summary>
      <nav aria-label="Further pages">
        {jumps.map((number) => (
          <a key={number} href={hrefOf(number)}>
            {`${number} `}
          </a>
        ))}
      </nav>
    </details>
  );
}

/** If the count is capped, a list may continue past the last counted page. */
function lastPage({ page, totalPages, hasNextPage }: Pages): number {
  return hasNextPage ? Math.max(totalPages, page + 1) : totalPages;
}

function Step({ href, rel, children }: { href: string | undefined; rel: string; children: ReactNode }) {
  if (href) {
    return (
      <a href={href} rel={rel}>
        {children}
      </a>
    );
  }
  // A link without an address is a disabled link (HTML, "the a element").
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is disabled, and says so.
    <a role="link" aria-disabled="true">
      {children}
    </a>
  );
}
