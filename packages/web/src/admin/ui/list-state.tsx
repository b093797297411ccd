import type { ReactNode } from 'react';
import { sentenceOf } from '../../data/call-failure.ts';
import { Button } from './button.tsx';

interface ListStateProps {
  /** The query's rows: undefined while loading or after an error. */
  rows: readonly unknown[] | undefined;
  /** The list's query; none for a list in memory. */
  query?: FailureNoteProps | undefined;
  /** The text of an empty list. */
  empty: ReactNode;
  children: ReactNode;
}

/** A list's loading, failed or empty state, else its children. */
export function ListState({ rows, query, empty, children }: ListStateProps) {
  if (rows === undefined && query?.error) {
    return <FailureNote {...query} />;
  }
  if (rows === undefined) return <RowSkeletons />;
  if (rows.length === 0)
    return <div className="rounded-xl border border-line p-6 text-center text-sm text-muted">{empty}</div>;
  return children;
}

interface FailureNoteProps {
  error: unknown;
  refetch: () => unknown;
}

/** Why a query failed, and a button to repeat it. */
export function FailureNote({ error, refetch }: FailureNoteProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-danger p-4 text-sm"
    >
      <span className="min-w-0 flex-1">{sentenceOf(error)}</span>
      <Button size="small" onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
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

/** The button at the end of a `useAdminList` list. */
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
