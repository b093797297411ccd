import type { Pagination } from '@vesper/contract';
import { SearchX } from 'lucide-react';
import { formatCount } from './format.ts';
import { StateScreen } from './state-screen.tsx';

/** Past the end of a list that has pages. */
export function NoSuchPage({
  pages,
  hrefOf,
}: {
  pages: Pick<Pagination, 'page' | 'totalPages'>;
  hrefOf: (page: number) => string;
}) {
  const { page, totalPages } = pages;
  return (
    <StateScreen
      level={2}
      icon={SearchX}
      title={`There is no page ${formatCount(page)}`}
      text={totalPages === 1 ? 'This list has one page.' : `This list has ${formatCount(totalPages)} pages.`}
      action={
        <a href={hrefOf(totalPages)} className="button quiet">
          {totalPages === 1 ? 'Go to the list' : `Go to the last page, ${formatCount(totalPages)}`}
        </a>
      }
    />
  );
}
