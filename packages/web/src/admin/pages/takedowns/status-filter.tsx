import { DMCA_FILTERS, type DmcaFilter } from '@vesper/contract';
import { Options, SelectField } from '../../ui/form.tsx';

const WORDS: Record<DmcaFilter, string> = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
};

interface StatusFilterProps {
  value: DmcaFilter;
  onChange: (value: DmcaFilter) => void;
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <div className="w-40">
      <SelectField
        label="Status"
        value={value}
        onChange={(event) => onChange(event.target.value as DmcaFilter)}
      >
        <Options of={DMCA_FILTERS.map((filter) => [filter, WORDS[filter]])} />
      </SelectField>
    </div>
  );
}
