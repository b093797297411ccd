import type { CreatedToken } from '@vesper/contract';
import { useRole } from '@vesper/web/admin/data/query-client.ts';
import { FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Plus } from 'lucide-react';
import { AreaFields, type AreaRights, scopesOf } from '../areas/area-fields.tsx';

const EMPTY = { name: '', days: '90', rights: {} as AreaRights };

export function NewToken({ onCreated }: { onCreated: (created: CreatedToken) => void }) {
  const role = useRole();
  return (
    <FormAct
      word="New token"
      look="primary"
      icon={Plus}
      title="New token"
      action="Create token"
      draft={EMPTY}
      run={(client, { name, days, rights }) =>
        client.tokens.create({ name, scopes: scopesOf(rights), expiresInDays: Number(days) })
      }
      failure="The token could not be created."
      onDone={onCreated}
    >
      {(field, { draft, setDraft }) => (
        <>
          <TextField label="Name" hint="What it is for." required maxLength={100} {...field('name')} />
          <SelectField
            label="Expires after"
            of={{ 7: '7 days', 30: '30 days', 90: '90 days', 365: 'a year' }}
            {...field('days')}
          />
          <AreaFields
            within={role}
            rights={draft.rights}
            onChange={(rights) => setDraft({ ...draft, rights })}
          />
        </>
      )}
    </FormAct>
  );
}
