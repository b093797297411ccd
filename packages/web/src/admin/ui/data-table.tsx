import type { ReactNode } from 'react';

export interface Column<Row> {
  /** What stands in the head; also names the column for `key`. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: 'right';
  /** Left out on screens narrower than that: what is in it must be found elsewhere, too. */
  from?: 'md' | 'lg' | 'xl';
  className?: string;
}

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  /** For screen readers: what the table lists. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What a screen reader calls the row, and its checkbox. */
  nameOf: (row: Row) => string;
  /** What can be done to a row: in the last column, which stays in sight where the table scrolls. */
  actions?: (row: Row) => ReactNode;
  selection?: Selection;
}

const FROM = { md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' } as const;

/** What names the row keeps room for words on a phone, where addresses could else break after each letter. */
const FIRST = 'max-sm:min-w-44';

/** Solid, as the other columns pass below it. */
const ACTIONS = 'sticky right-0 bg-inherit';

/** A table that scrolls sideways by itself where it does not fit. Empty lists are the caller's: see `ListState`. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  nameOf,
  actions,
  selection,
}: DataTableProps<Row>) {
  const keys = rows.map(keyOf);
  return (
    <section
      className="overflow-x-auto rounded-xl border border-line bg-panel"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      // Not the name of the card it may lie in: each landmark has its own.
      aria-label={`${caption} (table)`}
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-xs text-muted">
          <tr className="bg-panel">
            {selection && <SelectAll keys={keys} {...selection} />}
            {columns.map(({ header, align, from }) => (
              <th
                key={header}
                scope="col"
                className={`px-2 py-2.5 sm:px-3 font-semibold ${align === 'right' ? 'text-right' : ''} ${from ? FROM[from] : ''}`}
              >
                {header}
              </th>
            ))}
            {actions && (
              <th scope="col" className={`px-2 py-2.5 sm:px-3 font-semibold ${ACTIONS}`}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="bg-panel hover:bg-raised">
              {selection && <SelectRow id={keyOf(row)} name={nameOf(row)} {...selection} />}
              {columns.map(({ header, cell, align, from, className = '' }, at) => (
                <td
                  key={header}
                  className={`px-2 py-2.5 sm:px-3 ${align === 'right' ? 'text-right tabular-nums' : ''} ${from ? FROM[from] : ''} ${at === 0 ? FIRST : ''} ${className}`}
                >
                  {cell(row)}
                </td>
              ))}
              {actions && (
                <td className={`px-2 py-2.5 sm:px-3 ${ACTIONS}`}>
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
    <th scope="col" className="w-10 px-2 py-2.5 sm:px-3">
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
    <td className="w-10 px-2 py-2.5 sm:px-3">
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
