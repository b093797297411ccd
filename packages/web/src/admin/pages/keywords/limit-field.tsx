import { AUTO_LINK_LIMITS } from '@vesper/contract';
import { Options, SelectField } from '../../ui/field.tsx';
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
      <Options of={AUTO_LINK_LIMITS.map((count) => [count, `${count} videos`])} />
    </SelectField>
  );
}
