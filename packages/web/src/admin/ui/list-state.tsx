import type { ReactNode } from 'react';
import { sentenceOf } from '../../data/call-failure.ts';
import { Button } from './button.tsx';

interface ListStateProps {
  /** As the query has them: nothing yet, an error, or the rows. */
  rows: readonly unknown[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** What to say of an empty list, and what to do about it. */
  empty: ReactNode;
  children: ReactNode;
}

/** A list in whatever state it is: coming, failed, empty, or there (then its children). */
export function ListState({ rows, error, onRetry, empty, children }: ListStateProps) {
  if (rows === undefined && error) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-3 rounded-xl border border-danger p-4 text-sm"
      >
        <span className="min-w-0 flex-1">{sentenceOf(error)}</span>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (rows === undefined) return <RowSkeletons />;
  if (rows.length === 0)
    return <div className="rounded-xl border border-line p-6 text-center text-sm text-muted">{empty}</div>;
  return children;
}

function RowSkeletons() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="skeleton h-11 rounded-lg" />
      ))}
    </div>
  );
}

interface MoreButtonProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => void;
}

/** The way on at the end of a list of `useAdminList`. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreButtonProps) {
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
