import type { CallInput, Routes } from '@vesper/contract';
import { CheckField, fieldsOf, SelectField, TextArea, TextField } from '../../ui/form.tsx';
import { BASIS_WORDS, SCOPE_WORDS } from './source-words.ts';

export type BasisInput = NonNullable<CallInput<Routes['sources']['create']>['basis']>;
type Scope = BasisInput['scope'][number];

export const EMPTY_BASIS: BasisInput = { basis: 'licence', scope: ['download', 'metadata'], evidence: '' };

interface BasisFieldsProps {
  basis: BasisInput;
  problems: Readonly<Partial<Record<string, string>>>;
  onChange: (basis: BasisInput) => void;
}

/** The permission to use a source, and its evidence. */
export function BasisFields({ basis, problems, onChange }: BasisFieldsProps) {
  const set = (change: Partial<BasisInput>) => onChange({ ...basis, ...change });
  const field = fieldsOf(basis, onChange, problems, 'basis.');
  const toggle = (scope: Scope) =>
    set({
      scope: basis.scope.includes(scope)
        ? basis.scope.filter((one) => one !== scope)
        : [...basis.scope, scope],
    });
  return (
    <>
      <SelectField label="Basis" of={BASIS_WORDS} {...field('basis')} />
      <fieldset>
        <legend className="text-sm font-medium">What it permits</legend>
        {(Object.entries(SCOPE_WORDS) as [Scope, string][]).map(([scope, words]) => (
          <CheckField
            key={scope}
            label={words}
            checked={basis.scope.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
        {problems['basis.scope'] && <p className="text-xs text-danger">{problems['basis.scope']}</p>}
      </fieldset>
      <TextArea
        label="Evidence"
        required
        rows={3}
        hint="The text that permits it, or a link to it. It is kept until the source is deleted."
        value={basis.evidence ?? ''}
        error={problems['basis.evidence'] ?? problems.basis}
        onChange={({ target }) => set({ evidence: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Granted by"
          value={basis.grantedBy ?? ''}
          error={problems['basis.grantedBy']}
          onChange={({ target }) => set({ grantedBy: target.value || null })}
        />
        <TextField
          label="Valid until"
          type="date"
          hint="Leave empty for no end."
          value={basis.validUntil ?? ''}
          error={problems['basis.validUntil']}
          onChange={({ target }) => set({ validUntil: target.value || null })}
        />
      </div>
    </>
  );
}
