import { ADMIN_AREAS, type CreatedToken, type TokenScope } from '@vesper/contract';
import { FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Plus } from 'lucide-react';

type Rights = Partial<Record<TokenArea, string>>;

const EMPTY = { name: '', days: '90', rights: {} as Rights };

export function NewToken({ onCreated }: { onCreated: (created: CreatedToken) => void }) {
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
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 text-sm font-semibold">Access</legend>
            {TOKEN_AREAS.map((area) => (
              <SelectField
                key={area}
                label={AREA_WORDS[area].title}
                hint={AREA_WORDS[area].about}
                of={{ none: 'Nothing', read: 'Read', write: 'Read and change' }}
                value={draft.rights[area] ?? 'none'}
                onChange={({ target }) =>
                  setDraft({ ...draft, rights: { ...draft.rights, [area]: target.value } })
                }
              />
            ))}
          </fieldset>
        </>
      )}
    </FormAct>
  );
}

/** Write access includes read access. */
export function scopesOf(rights: Rights): TokenScope[] {
  return TOKEN_AREAS.flatMap((area): TokenScope[] => {
    const right = rights[area];
    return right === 'read' || right === 'write' ? [`${area}:${right}`] : [];
  });
}

export const TOKEN_AREAS = ADMIN_AREAS.filter((area) => area !== 'account');
type TokenArea = (typeof TOKEN_AREAS)[number];

export const AREA_WORDS: Record<TokenArea, { title: string; about: string }> = {
  catalogue: {
    title: 'Catalogue',
    about: 'Videos, categories and tags, duplicates, pictures and renditions',
  },
  ingest: { title: 'Sources and imports', about: 'Downloads, sources, crawler runs and their decisions' },
  takedowns: {
    title: 'DMCA requests',
    about: 'Copyright notices, with names and addresses',
  },
  words: { title: 'SEO and languages', about: 'Keywords, languages and translations' },
  site: { title: 'Site', about: 'Domains with their brand and texts, settings and numbers' },
};

/** `catalogue:write` as "Catalogue: change". */
export function scopeWords(scope: string): string {
  const [area = '', right] = scope.split(':');
  const { title } = AREA_WORDS[area as TokenArea] ?? { title: area };
  return `${title}: ${right === 'write' ? 'read and change' : 'read'}`;
}
