import { hasScope, type Rights, SCOPED_AREAS, type ScopedArea, type TokenScope } from '@vesper/contract';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';

export type AreaRights = Partial<Record<ScopedArea, string>>;

interface AreaFieldsProps {
  /** No more is offered. */
  within: Rights;
  rights: AreaRights;
  onChange: (rights: AreaRights) => void;
}

export function AreaFields({ within, rights, onChange }: AreaFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold">Access</legend>
      {SCOPED_AREAS.filter((area) => hasScope(within, `${area}:read`)).map((area) => (
        <SelectField
          key={area}
          label={AREA_WORDS[area].title}
          hint={AREA_WORDS[area].about}
          of={{
            none: 'Nothing',
            read: 'Read',
            ...(hasScope(within, `${area}:write`) && { write: 'Read and change' }),
          }}
          value={rights[area] ?? 'none'}
          onChange={({ target }) => onChange({ ...rights, [area]: target.value })}
        />
      ))}
    </fieldset>
  );
}

/** Write access includes read access. */
export function scopesOf(rights: AreaRights): TokenScope[] {
  return SCOPED_AREAS.flatMap((area): TokenScope[] => {
    const right = rights[area];
    return right === 'read' || right === 'write' ? [`${area}:${right}`] : [];
  });
}

export function rightsOf(scopes: readonly TokenScope[]): AreaRights {
  return Object.fromEntries(scopes.toSorted().map((scope) => scope.split(':')));
}

export const AREA_WORDS: Record<ScopedArea, { title: string; about: string }> = {
  catalogue: {
    title: 'Catalogue',
    about: 'Videos, categories and tags, duplicates, pictures and renditions',
  },
  ingest: { title: 'Sources and imports', about: 'Downloads, sources, crawler runs and their decisions' },
  takedowns: {
    title: 'DMCA requests',
    about: 'Copyright notices, with names and addresses',
  },
  submissions: { title: 'Submissions', about: 'Films that visitors send in, and the consent of those shown' },
  words: { title: 'SEO and languages', about: 'Keywords, languages and translations' },
  site: { title: 'Site', about: 'Domains with their brand and texts, settings and numbers' },
};

/** `catalogue:write` as "Catalogue: read and change". */
export function scopeWords(scope: string): string {
  const [area = '', right] = scope.split(':');
  const { title } = AREA_WORDS[area as ScopedArea] ?? { title: area };
  return `${title}: ${right === 'write' ? 'read and change' : 'read'}`;
}

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul className="text-xs">
      {scopes.map((scope) => (
        <li key={scope}>{scopeWords(scope)}</li>
      ))}
    </ul>
  );
}
