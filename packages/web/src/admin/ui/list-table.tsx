import type { ComponentProps } from 'react';
import { DataTable } from './data-table.tsx';
import { ListState, MoreButton } from './list-state.tsx';

type Query = { error: unknown; refetch: () => unknown };

interface ListTableProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> {
  query?: Query | (Query & ComponentProps<typeof MoreButton>);
  rows: readonly Row[] | undefined;
  empty: string;
}

/** A query's rows as a table: loading, failed or empty at first, with a button for more of a `useAdminList` list. */
export function ListTable<Row>({ query, rows, empty, ...table }: ListTableProps<Row>) {
  return (
    <ListState rows={rows} query={query} empty={empty}>
      <DataTable {...table} rows={rows ?? []} />
      {query && 'fetchNextPage' in query && <MoreButton {...query} />}
    </ListState>
  );
}
