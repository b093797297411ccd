import type { DumpColumn, DumpForm, DumpLayout } from '@vesper/contract';
import { CheckField, SelectField } from '../../ui/form.tsx';
import { CHARSET_WORDS, COLUMN_WORDS, DELIMITER_WORDS } from './dump-words.ts';

interface FormFieldsProps {
  form: DumpForm;
  isBusy: boolean;
  onChange: (form: DumpForm) => void;
}

/** How the lines are written. The sample is read again after each change. */
export function DumpFormFields({ form, isBusy, onChange }: FormFieldsProps) {
  const { delimiter, charset, quoted, header } = form;
  const set = (change: Partial<DumpForm>) => onChange({ delimiter, charset, quoted, header, ...change });
  return (
    <fieldset aria-busy={isBusy} className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">How the lines are written</legend>
      <SelectField
        label="Between two fields"
        of={DELIMITER_WORDS}
        value={delimiter}
        onChange={({ target }) => set({ delimiter: target.value as DumpForm['delimiter'] })}
      />
      <SelectField
        label="Character set"
        of={CHARSET_WORDS}
        value={charset}
        onChange={({ target }) => set({ charset: target.value as DumpForm['charset'] })}
      />
      <CheckField
        label="The first line names the columns"
        checked={header}
        onChange={({ target }) => set({ header: target.checked })}
      />
      <CheckField
        label="Fields may stand in quotation marks"
        checked={quoted}
        onChange={({ target }) => set({ quoted: target.checked })}
      />
    </fieldset>
  );
}

interface ColumnListProps {
  layout: DumpLayout;
  rows: readonly (readonly string[])[];
  /** Of which file, for screen readers. */
  name: string;
  onChange: (columns: DumpColumn[]) => void;
}

const EXAMPLES = 3;

/** Each column with its first values, and what it holds. */
export function DumpColumnList({ layout: { columns, header }, rows, name, onChange }: ColumnListProps) {
  const examples = (header ? rows.slice(1) : rows).slice(0, EXAMPLES);
  return (
    <ol aria-label={`Columns of the ${name}`} className="divide-y divide-line rounded-xl border border-line">
      {columns.map((column, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          key={index}
          className="grid gap-2 p-3 sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-4"
        >
          <SelectField
            label={`Column ${index + 1}${header && rows[0]?.[index] ? `: ${rows[0][index]}` : ''}`}
            value={column}
            of={COLUMN_WORDS}
            onChange={({ target }) => onChange(columns.with(index, target.value as DumpColumn))}
          />
          <ul aria-label={`First values of column ${index + 1}`} className="text-xs text-muted">
            {examples.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its line.
              <li key={at} className="line-clamp-2 wrap-anywhere">
                {row[index] || '(empty)'}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
