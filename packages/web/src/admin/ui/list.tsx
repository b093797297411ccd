import type { ComponentProps, ReactNode } from 'react';
import { sentenceOf, statusOf } from '../../data/call-failure.ts';
import { Button } from './button.tsx';

type Query = { error: unknown; refetch: () => unknown };
type Paged = Query & ComponentProps<typeof MoreButton>;

export interface ListTableProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> {
  /** Instead of `rows` and `query`. */
  list?: (Query & { data: readonly Row[] | undefined }) | (Paged & { rows: readonly Row[] | undefined });
  rows?: readonly Row[] | undefined;
  query?: Query;
  empty: string;
}

export function ListTable<Row>({ list, rows, query, empty, ...table }: ListTableProps<Row>) {
  const shown = list ? ('rows' in list ? list.rows : list.data) : rows;
  return (
    <ListState rows={shown} query={list ?? query} empty={empty}>
      <DataTable {...table} rows={shown ?? []} />
      {list && 'rows' in list && <MoreButton {...list} />}
    </ListState>
  );
}

interface ListStateProps {
  /** Undefined while loading, or after an error. */
  rows: readonly unknown[] | undefined;
  /** Not needed for a list in memory. */
  query?: FailureNoteProps | undefined;
  empty: ReactNode;
  children: ReactNode;
}

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

export function FailureNote({ error, refetch }: FailureNoteProps) {
  // Beyond the role. Nothing failed.
  if (statusOf(error) === 403) return <p className="text-sm text-muted">{sentenceOf(error)}</p>;
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

export interface Column<Row> {
  /** Also the key. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Hidden on narrower screens, so its content must be reachable elsewhere too. */
  from?: 'md' | 'lg' | 'xl';
  className?: string;
}

interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** For screen readers; by default the key. */
  nameOf?: (row: Row) => string;
  /** In the last column, which is sticky. */
  actions?: (row: Row) => ReactNode;
  selection?: Selection;
}

/** On phones too, where the other cells are blocks. */
const FROM = { md: 'max-md:hidden!', lg: 'max-lg:hidden!', xl: 'max-xl:hidden!' } as const;

/** On phones a row is a block: its name, then each cell after its column's title. */
const ROW =
  'bg-panel max-sm:flex max-sm:flex-wrap max-sm:items-start max-sm:gap-x-5 max-sm:gap-y-1.5 max-sm:p-3';
const CELL = 'sm:px-3 sm:py-2.5 max-sm:max-w-full max-sm:min-w-0';
const FIRST = 'max-sm:flex-1 max-sm:basis-4/5';
const OTHER =
  'max-sm:flex max-sm:empty:hidden max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-column)]';

/** Opaque, since the other columns scroll beneath it. */
const ACTIONS = 'sm:sticky sm:right-0 sm:bg-inherit max-lg:sm:border-l max-lg:sm:border-line';

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, nameOf = keyOf, actions, selection } = props;
  const keys = rows.map(keyOf);
  return (
    <section
      className="overflow-x-auto rounded-xl border border-line bg-panel"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      // Not the name of its card: landmarks need distinct names.
      aria-label={`${caption} (table)`}
    >
      <table className="w-full text-left text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead
          className={`border-b border-line text-xs text-muted ${selection ? 'max-sm:block' : 'max-sm:hidden'}`}
        >
          <tr className={ROW}>
            {selection && <SelectAll keys={keys} {...selection} />}
            {columns.map(({ header, align, from }) => (
              <th
                key={header}
                scope="col"
                className={`px-3 py-2.5 font-semibold max-sm:hidden ${align === 'right' ? 'text-right' : ''} ${from ? FROM[from] : ''}`}
              >
                {header}
              </th>
            ))}
            {actions && (
              <th scope="col" className={`px-3 py-2.5 font-semibold max-sm:hidden ${ACTIONS}`}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <tr key={keyOf(row)} className={`${ROW} hover:bg-raised`}>
              {selection && <SelectRow id={keyOf(row)} name={nameOf(row)} {...selection} />}
              {columns.map(({ header, cell, align, from, className = '' }, at) => (
                <td
                  key={header}
                  data-column={header}
                  className={`${CELL} ${at === 0 ? FIRST : OTHER} ${align === 'right' ? 'text-right tabular-nums' : ''} ${from ? FROM[from] : ''} ${className}`}
                >
                  {cell(row)}
                </td>
              ))}
              {actions && (
                <td className={`${CELL} max-sm:basis-full ${ACTIONS}`}>
                  <div className="flex flex-wrap gap-1.5">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const checkbox = 'size-5 accent-(--primary)';

function SelectAll({ keys, selected, onChange }: Selection & { keys: string[] }) {
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <th
      scope="col"
      className={`w-10 ${CELL} max-sm:flex max-sm:w-auto max-sm:gap-3 max-sm:after:content-['Select_all']`}
    >
      <input
        type="checkbox"
        aria-label="Select all on this page"
        className={checkbox}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && keys.some((key) => selected.has(key));
        }}
        onChange={() => onChange(isAll ? new Set() : new Set(keys))}
      />
    </th>
  );
}

function SelectRow({ id, name, selected, onChange }: Selection & { id: string; name: string }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <td className={`w-10 ${CELL} max-sm:w-auto`}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        className={checkbox}
        checked={selected.has(id)}
        onChange={toggle}
      />
    </td>
  );
}
