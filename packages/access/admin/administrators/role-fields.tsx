import { hasScope, OWNER, type Role } from '@vesper/contract';
import { CheckField, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { AreaFields, type AreaRights, rightsOf, ScopeList, scopesOf } from '../areas/area-fields.tsx';

export interface RoleDraft {
  isOwner: boolean;
  rights: AreaRights;
  opensPapers: boolean;
}

export const NEW_ROLE: RoleDraft = { isOwner: false, rights: {}, opensPapers: false };

export function draftOf({ isOwner, scopes, opensPapers }: Role): RoleDraft {
  return { isOwner, rights: rightsOf(scopes), opensPapers };
}

export function roleOf({ isOwner, rights, opensPapers }: RoleDraft): Role {
  const scopes = isOwner ? [] : scopesOf(rights);
  return { isOwner, scopes, opensPapers: opensPapers && hasScope({ isOwner, scopes }, 'submissions:read') };
}

interface RoleFieldsProps<Draft extends RoleDraft> {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  problems: Readonly<Partial<Record<string, string>>>;
  /** One's own role stays owner. */
  isOwn?: boolean;
}

export function RoleFields<Draft extends RoleDraft>(props: RoleFieldsProps<Draft>) {
  const { draft, setDraft, problems, isOwn } = props;
  const { isOwner, rights } = draft;
  return (
    <>
      {!isOwn && (
        <SelectField
          label="Role"
          of={{ limited: 'Limited to the areas below', owner: 'Owner: may do everything' }}
          error={problems['role.scopes']}
          value={isOwner ? 'owner' : 'limited'}
          onChange={({ target }) => setDraft({ ...draft, isOwner: target.value === 'owner' })}
        />
      )}
      {!isOwner && (
        <AreaFields
          within={OWNER}
          rights={rights}
          onChange={(changed) => setDraft({ ...draft, rights: changed })}
        />
      )}
      {hasScope({ isOwner, scopes: scopesOf(rights) }, 'submissions:read') && (
        <CheckField
          label="May open sealed papers"
          hint="Releases and proofs of age in submissions. The audit log records who opens them."
          checked={draft.opensPapers}
          onChange={({ target }) => setDraft({ ...draft, opensPapers: target.checked })}
        />
      )}
    </>
  );
}

export function RoleCell({ isOwner, scopes, opensPapers }: Role) {
  return (
    <div>
      {isOwner ? 'Owner' : <ScopeList scopes={scopes} />}
      {opensPapers && <p className="text-xs">Opens sealed papers</p>}
    </div>
  );
}
