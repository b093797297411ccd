import { STATEMENT_CATEGORIES, type StatementCategory } from '@vesper/contract';
import { Options, SelectField } from '../../../ui/form.tsx';

interface CategoryFieldProps {
  /** What counts without a choice. */
  unset: string;
  value: StatementCategory | '';
  problem?: string | undefined;
  onChange: (category: StatementCategory | '') => void;
}

/** The category of an approval in its statement of reasons. */
export function CategoryField({ unset, value, problem, onChange }: CategoryFieldProps) {
  return (
    <SelectField
      label="Category"
      hint="For statements of reasons."
      value={value}
      error={problem}
      onChange={({ target }) => onChange(target.value as StatementCategory | '')}
    >
      <option value="">{unset}</option>
      <Options of={STATEMENT_CATEGORIES.map((name) => [name, categoryInWords(name)])} />
    </SelectField>
  );
}

/** `STATEMENT_CATEGORY_SELF_HARM` -> `Self harm`. */
export function categoryInWords(name: string): string {
  const words = name.replace('STATEMENT_CATEGORY_', '').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
