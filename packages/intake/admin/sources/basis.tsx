import type { CallInput, Routes, SourcePermission, VideoSource } from '@vesper/contract';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { FormAct, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { CheckField, fieldsOf, SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, DataTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, NameCell, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { FilePlus } from 'lucide-react';
import { BASIS_WORDS, SCOPE_WORDS } from './source-words.ts';

const COLUMNS: Column<SourcePermission>[] = [
  {
    header: 'Permission',
    cell: ({ basis, grantedBy }) => (
      <NameCell name={BASIS_WORDS[basis]}>{grantedBy && `by ${grantedBy}`}</NameCell>
    ),
  },
  { header: 'Permits', cell: ({ scope }) => scope.map((one) => SCOPE_WORDS[one]).join(', ') },
  {
    header: 'Evidence',
    from: 'md',
    cell: ({ evidence, evidenceSha256 }) => (
      <div className="max-w-sm text-xs wrap-anywhere whitespace-pre-line text-muted">
        {evidence ?? (evidenceSha256 && `File with SHA-256 ${evidenceSha256}`)}
      </div>
    ),
  },
  { header: 'From', cell: ({ validFrom }) => <Moment at={validFrom} /> },
  {
    header: 'Until',
    cell: ({ validUntil, endedAt }) => <Moment at={endedAt ?? validUntil} none="no end" />,
  },
  {
    header: 'State',
    cell: ({ isValid }) => (
      <StatusBadge tone={isValid ? 'good' : 'calm'}>{isValid ? 'Valid' : 'Ended'}</StatusBadge>
    ),
  },
];

export function PermissionsCard({ source }: { source: VideoSource }) {
  return (
    <Card
      title="Permissions"
      about="Why this source may be used. Records are kept until the source is deleted."
      actions={<RecordButton source={source} />}
    >
      {source.permissions.length > 0 ? (
        <DataTable
          caption="Permissions for this source"
          columns={COLUMNS}
          rows={source.permissions}
          keyOf={({ id }) => id}
          nameOf={({ basis }) => BASIS_WORDS[basis]}
        />
      ) : (
        <p className="text-sm text-muted">No permission is recorded, so the source is not crawled.</p>
      )}
    </Card>
  );
}

function RecordButton({ source }: { source: VideoSource }) {
  return (
    <FormAct
      word="Add permission"
      size="small"
      icon={FilePlus}
      title="Add a permission"
      action="Add"
      draft={{ seen: source, basis: EMPTY_BASIS }}
      noValidate
      run={(client, { seen, basis }) => {
        const { version } = isOutdated(seen, source) ? seen : source;
        return client.sources.change({ id: source.id, version, basis });
      }}
      failure="The permission could not be added."
      success={({ state }) => ({ title: 'Permission added', description: state })}
    >
      {(_, { draft, setDraft, problems, isRunning }) => (
        <>
          {isOutdated(draft.seen, source) && !isRunning && (
            <OutdatedNote
              what="the permission of this source"
              onLoad={() => setDraft({ ...draft, seen: source })}
            />
          )}
          <p className="text-sm text-muted">Takes effect now and replaces any valid permission.</p>
          <Unsaved isChanged={JSON.stringify(draft.basis) !== JSON.stringify(EMPTY_BASIS)} />
          <BasisFields
            basis={draft.basis}
            problems={problems}
            onChange={(basis) => setDraft({ ...draft, basis })}
          />
        </>
      )}
    </FormAct>
  );
}

function isOutdated(seen: VideoSource, source: VideoSource): boolean {
  return JSON.stringify(seen.permissions) !== JSON.stringify(source.permissions);
}

function Unsaved({ isChanged }: { isChanged: boolean }) {
  useUnsaved(isChanged);
  return null;
}

type BasisInput = NonNullable<CallInput<Routes['sources']['create']>['basis']>;
type Scope = BasisInput['scope'][number];

export const EMPTY_BASIS: BasisInput = { basis: 'licence', scope: ['download', 'metadata'], evidence: '' };

interface BasisFieldsProps {
  basis: BasisInput;
  problems: Readonly<Partial<Record<string, string>>>;
  onChange: (basis: BasisInput) => void;
}

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
      <SelectField label="Permission" of={BASIS_WORDS} {...field('basis')} />
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
        hint="The text of the permission, or a link to it. Kept until the source is deleted."
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
          hint="Leave empty if it does not expire."
          value={basis.validUntil ?? ''}
          error={problems['basis.validUntil']}
          onChange={({ target }) => set({ validUntil: target.value || null })}
        />
      </div>
    </>
  );
}
