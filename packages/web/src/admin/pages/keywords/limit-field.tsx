import { AUTO_LINK_LIMITS } from '@vesper/contract';
import { SelectField } from '../../ui/field.tsx';
import type { AutoLinkLimit } from './use-auto-link.ts';

interface LimitFieldProps {
  limit: AutoLinkLimit;
  onChange: (limit: AutoLinkLimit) => void;
}

export function LimitField({ limit, onChange }: LimitFieldProps) {
  return (
    <SelectField
      label="Limit"
      value={limit}
      onChange={({ target }) => onChange(Number(target.value) as AutoLinkLimit)}
    >
      {AUTO_LINK_LIMITS.map((count) => (
        <option key={count} value={count}>
          {count} videos
        </option>
      ))}
    </SelectField>
  );
}
