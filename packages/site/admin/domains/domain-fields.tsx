import type { DomainConfig, Embedding } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { CheckField, fieldsOf, SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import type { ReactNode } from 'react';

interface DomainFieldsProps {
  config: DomainConfig;
  /** By field name, such as `theme.primary`. */
  problems: Readonly<Record<string, string>>;
  onChange: (config: DomainConfig) => void;
}

export function DomainFields({ children, ...props }: DomainFieldsProps & { children: ReactNode }) {
  return (
    <>
      <BrandFields {...props} />
      {children}
      <ColourFields {...props} />
      <SearchFields {...props} />
      <SwitchFields {...props} />
      <EmbeddingFields {...props} />
      <LegalFields {...props} />
    </>
  );
}

function BrandFields({ config, problems, onChange }: DomainFieldsProps) {
  const text = fieldsOf(config, onChange, problems);
  return (
    <Card title="Brand">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Host name"
          required
          spellCheck={false}
          autoCapitalize="none"
          hint="Without a port."
          {...text('domain')}
        />
        <TextField
          label="Address"
          type="url"
          spellCheck={false}
          hint={`Where visitors reach it, such as https://${config.domain}. Search engines and sitemaps get this address. If empty, each request's scheme and port are used.`}
          value={config.address ?? ''}
          error={problems.address}
          onChange={({ target }) => onChange(withField(config, 'address', target.value.trim() || undefined))}
        />
        <TextField label="Contact email" type="email" required {...text('contactEmail')} />
        <TextField label="Site name" required {...text('siteName')} />
        <TextField
          label="Brand name"
          required
          hint="Shown in the header, unless there is a logo."
          {...text('brandName')}
        />
        <TextField label="Tagline" {...text('tagline')} />
        <ListField
          label="Keywords"
          hint="Separated by commas."
          problems={problems}
          name="keywords"
          value={config.keywords}
          onChange={(keywords) => onChange({ ...config, keywords })}
        />
        <TextArea isWide label="Description" rows={3} {...text('description')} />
      </div>
    </Card>
  );
}

function withField<Value extends object>(record: Value, name: keyof Value, value: unknown): Value {
  const { [name]: _former, ...rest } = record;
  return (value === undefined ? rest : { ...rest, [name]: value }) as Value;
}

interface ListFieldProps {
  label: string;
  hint: string;
  isWide?: boolean;
  problems: DomainFieldsProps['problems'];
  name: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A problem with one word shows for the whole list. */
function ListField({ problems, name, value, onChange, ...field }: ListFieldProps) {
  const found = Object.entries(problems).find(([its]) => its === name || its.startsWith(`${name}.`));
  return (
    <TextField
      {...field}
      spellCheck={false}
      autoCapitalize="none"
      error={found?.[1]}
      defaultValue={value.join(', ')}
      onChange={({ target }) => onChange(target.value.split(',').flatMap((word) => word.trim() || []))}
    />
  );
}

function ColourFields({ config, problems, onChange }: DomainFieldsProps) {
  const set = (theme: Partial<DomainConfig['theme']>) =>
    onChange({ ...config, theme: { ...config.theme, ...theme } });
  return (
    <Card
      title="Theme"
      about="Both themes are derived from two colours, adjusted where text would be hard to read."
    >
      <div className="grid gap-4 md:grid-cols-3">
        {(['primary', 'accent'] as const).map((name) => (
          <div key={name} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={name === 'primary' ? 'Primary colour' : 'Accent colour'}
                required
                spellCheck={false}
                value={config.theme[name]}
                error={problems[`theme.${name}`]}
                onChange={({ target }) => set({ [name]: target.value.trim() })}
              />
            </div>
            <input
              type="color"
              aria-label={name === 'primary' ? 'Choose the primary colour' : 'Choose the accent colour'}
              className="h-11 w-12 shrink-0 rounded-lg border border-edge bg-ground p-1"
              value={/^#[0-9a-f]{6}$/i.test(config.theme[name]) ? config.theme[name] : '#000000'}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          </div>
        ))}
        <SelectField
          label="Default theme"
          hint="For visitors who have not chosen one."
          value={config.theme.default}
          onChange={({ target }) => set({ default: target.value === 'light' ? 'light' : 'dark' })}
          of={{ dark: 'Dark', light: 'Light' }}
        />
      </div>
    </Card>
  );
}

function SearchFields({ config, problems, onChange }: DomainFieldsProps) {
  const { seo } = config;
  const field = fieldsOf(seo, (changed) => onChange({ ...config, seo: changed }), problems, 'seo.');
  return (
    <Card title="Search engines">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Title template"
          required
          hint="%s is replaced by the page's title."
          {...field('titleTemplate')}
        />
        <TextField label="Default title" required {...field('defaultTitle')} />
        <TextArea
          isWide
          label="Default description"
          rows={2}
          hint={`${seo.defaultDescription.length} characters; search engines show about 155 to 160.`}
          {...field('defaultDescription')}
        />
        <ListField
          isWide
          label="Own categories"
          hint="Search engines find each video under one domain only: videos in these categories under this one, videos in categories without an owner under the default one. Separated by commas."
          problems={problems}
          name="ownedCategories"
          value={config.ownedCategories ?? []}
          onChange={(own) => onChange(withField(config, 'ownedCategories', own.length > 0 ? own : undefined))}
        />
        <TextField
          label="Site verification"
          hint="Only the token, without the tag around it. Leave empty for none."
          spellCheck={false}
          value={seo.googleVerification ?? ''}
          error={problems['seo.googleVerification']}
          onChange={({ target }) =>
            onChange({
              ...config,
              seo: withField(seo, 'googleVerification', target.value.trim() || undefined),
            })
          }
        />
        <div className="md:col-span-2">
          <CheckField
            label="Let crawlers collect pages to train AI models"
            hint="If unchecked, robots.txt blocks the known ones. Search engines are allowed either way."
            checked={config.discovery.aiTraining}
            onChange={({ target }) => onChange({ ...config, discovery: { aiTraining: target.checked } })}
          />
        </div>
      </div>
    </Card>
  );
}

function SwitchFields({ config, onChange }: DomainFieldsProps) {
  return (
    <Card title="Switches">
      <CheckField
        label="Make inspecting and copying harder"
        hint="Blocks the context menu, dragging and developer-tool shortcuts on visitors' pages. It does not stop anyone determined."
        checked={config.deterrents}
        onChange={({ target }) => onChange({ ...config, deterrents: target.checked })}
      />
    </Card>
  );
}

const EMBEDDING_WORDS: Record<Embedding['sites'], string> = {
  everyone: 'Every site',
  listed: 'Only the sites below',
  nobody: 'No other site',
};

function EmbeddingFields({ config, problems, onChange }: DomainFieldsProps) {
  const { embedding } = config;
  const set = (change: Partial<Embedding>) => onChange({ ...config, embedding: { ...embedding, ...change } });
  return (
    <Card
      title="Player on other sites"
      about="Other sites can embed a video's player in a frame, with the age gate and a link back. This site's own pages always can."
    >
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label="Who may embed it"
          value={embedding.sites}
          error={problems['embedding.sites']}
          onChange={({ target }) => set({ sites: target.value as Embedding['sites'] })}
          of={EMBEDDING_WORDS}
        />
        {embedding.sites === 'listed' && (
          <ListField
            label="Sites"
            hint="Host names, separated by commas; *.example.org stands for all names below it."
            problems={problems}
            name="embedding.hosts"
            value={embedding.hosts}
            onChange={(hosts) => set({ hosts })}
          />
        )}
      </div>
    </Card>
  );
}

function LegalFields({ config, problems, onChange }: DomainFieldsProps) {
  const { legal } = config;
  const set = (change: Partial<DomainConfig['legal']>) =>
    onChange({ ...config, legal: { ...legal, ...change } });
  const text = fieldsOf(legal, set, problems, 'legal.');
  return (
    <Card title="Legal pages">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="Operator" hint="The operator's legal name." {...text('operator')} />
        <TextField label="Governing law" hint='As written after "the laws of".' {...text('governingLaw')} />
        <TextField label="Name of the copyright agent" {...text('agentName')} />
        <TextField label="Telephone of the agent" type="tel" {...text('agentPhone')} />
        <TextArea label="Address of the agent" rows={3} {...text('agentAddress')} />
        <TextArea label="Custodian of records (18 U.S.C. 2257)" rows={3} {...text('recordsCustodian')} />
        <TextField
          label="Fee of the agent's registration, in US dollars"
          inputMode="numeric"
          defaultValue={String(legal.agentFeeUsd)}
          error={problems['legal.agentFeeUsd']}
          onChange={({ target }) =>
            set({ agentFeeUsd: target.value.trim() === '' ? Number.NaN : Number(target.value) })
          }
        />
        <TextField
          label="Last updated"
          type="date"
          hint="Leave empty to show today's date."
          value={legal.updatedOn ?? ''}
          error={problems['legal.updatedOn']}
          onChange={({ target }) => set({ updatedOn: target.value || null })}
        />
      </div>
    </Card>
  );
}
