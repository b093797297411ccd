import type { Pagination as Pages } from '@vesper/contract';
import type { ReactNode } from 'react';

interface PaginationProps {
  pages: Pages;
  hrefOf: (page: number) => string;
}

export function Pagination(props: PaginationProps) {
  if (lastPage(props.pages) <= 1) return null;
  return (
    <>
      <Steps {...props} />
      <Jumps key={props.pages.page} {...props} />
    </>
  );
}

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

/** Without them search engines would not reach the videos of a long list. */
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

/** A list may continue past a capped count. */
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

const PAGE_BUTTONS = 5;

/** Around the current page, shifted inwards at both ends. */
export function pageWindow(current: number, totalPages: number): number[] {
  const size = Math.min(PAGE_BUTTONS, totalPages);
  const centred = current - Math.floor(PAGE_BUTTONS / 2);
  const first = Math.max(1, Math.min(centred, totalPages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}

/**
 * Three links lead from the first page to any other: on page 1 in large steps over the list, on others in small steps
 * up to the next large ones, at a small step to every page. Steps are about the cube root of the page count, and its
 * square.
 */
export function pageJumps(current: number, totalPages: number): number[] {
  const root = Math.cbrt(totalPages);
  const [small, large] = [roundStep(root), roundStep(root ** 2)];
  // The second page replaces the first, which has the large steps.
  const isAtStep = current % small === 0 || current === 2;
  const numbers = new Set([
    1,
    totalPages,
    ...(current === 1 ? multiples(large, [0, totalPages]) : multiples(small, blockOf(current, large))),
    ...(isAtStep ? multiples(1, blockOf(current, small)) : []),
  ]);
  const shown = pageWindow(current, totalPages);
  return [...numbers]
    .filter((number) => number >= 1 && number <= totalPages && !shown.includes(number))
    .sort((a, b) => a - b);
}

/** The next larger of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power;
}

function blockOf(page: number, size: number): [from: number, to: number] {
  const from = Math.floor(page / size) * size;
  return [from, from + size];
}

function multiples(step: number, [from, to]: [from: number, to: number]): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}
