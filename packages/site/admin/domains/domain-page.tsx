import { adminHref, type Domain, type DomainConfig, routes, unwrittenWords } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useGone, useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { AdminPage, AwaitedPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { GoneNote } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, SaveButtons } from '@vesper/web/admin/ui/form.tsx';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { DomainFields } from './domain-fields.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { ThemePreview } from './theme-preview.tsx';

export default function DomainPage({ params: { id = '' } }: PageProps) {
  const { data, error, refetch } = useAdminQuery(routes.domainSettings.get, { id });
  const gone = useGone(error);
  if (!data || gone === 'gone') return <AwaitedPage title="Domain" {...{ error, refetch }} />;
  return <DomainEditor key={data.id} newest={data} isGone={gone !== undefined} />;
}

/** Keeps the input if the domain changes meanwhile, and offers to load the changes. */
function DomainEditor({ newest, isGone }: { newest: Domain; isGone: boolean }) {
  const [domain, setDomain] = useState(newest);
  const [config, setConfig] = useState(domain.config);
  const [edition, setEdition] = useState(0);
  const begin = (from: Domain) => {
    setDomain(from);
    setConfig(from.config);
    forgetProblems();
    setEdition((number) => number + 1);
  };
  const isChanged = JSON.stringify(config) !== JSON.stringify(domain.config);
  useUnsaved(isChanged);
  const unwritten = unwrittenWords(config);
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client, changed: DomainConfig) =>
      client.domainSettings.change({ id: domain.id, version: domain.version, config: changed }),
    failure: 'The domain could not be saved.',
    success: () => ({ title: 'Saved', description: 'Pages show it within five seconds.' }),
    onDone: begin,
  });
  return (
    <AdminPage
      title={domain.config.domain}
      about={
        domain.isDefault
          ? 'The default domain, which serves every host name without a domain of its own.'
          : 'Settings of this domain. The default domain serves all other host names.'
      }
      actions={!domain.isDefault && <RemoveDomain domain={domain} />}
    >
      {isGone && <GoneNote what="This domain" />}
      {newest.version > domain.version && <OutdatedNote what="this domain" onLoad={() => begin(newest)} />}
      <Form
        noValidate
        onSubmit={() => void run(config)}
        className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
        aria-label={`Configuration of ${domain.config.domain}`}
      >
        <div className="flex min-w-0 flex-col gap-6">
          {unwritten.length > 0 && (
            <p className="text-sm text-muted">
              Still to write for this domain: <strong className="text-text">{unwritten.join(', ')}</strong>.
            </p>
          )}
          <DomainFields key={edition} config={config} problems={withoutPrefix(problems)} onChange={setConfig}>
            <PicturesCard domain={newest} />
          </DomainFields>
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-20 xl:self-start">
          <ThemePreview config={config} logo={newest.logo} />
        </div>
        <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-ground px-4 py-3 xl:col-span-2">
          <span role="status" className="mr-auto text-sm text-muted">
            {isChanged ? 'Unsaved changes.' : ''}
          </span>
          <SaveButtons {...{ isChanged }} isBusy={isRunning} onDiscard={() => begin(domain)} />
        </div>
      </Form>
    </AdminPage>
  );
}

/** The call's body nests the configuration. */
function withoutPrefix(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [name.replace(/^config\./, ''), problem]),
  );
}

function RemoveDomain({ domain: { id, version, config } }: { domain: Domain }) {
  return (
    <ActButton
      word="Remove domain"
      look="danger"
      icon={Trash2}
      ask={{
        question: `Remove ${config.domain}?`,
        explanation:
          'Its brand, colours and texts are lost. The default domain will serve its host name. Videos stay.',
        action: 'Remove',
      }}
      run={(client) => client.domainSettings.remove({ id, version })}
      failure="The domain could not be removed."
      success={({ message }) => ({ title: 'Removed', description: message })}
      onDone={() => navigate(adminHref('domains'))}
    />
  );
}
