import { adminHref, type Domain, newDomainConfig, readHostName, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Address, NameCell, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { Plus } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';

const COLUMNS: Column<Domain>[] = [
  {
    header: 'Domain',
    cell: ({ id, config }) => (
      <NameCell href={adminHref('domain', id)} name={<Address text={config.domain} />} />
    ),
  },
  { header: 'Site name', cell: ({ config }) => config.siteName },
  {
    header: 'Contact',
    cell: ({ config }) => <Address text={config.contactEmail} />,
    from: 'lg',
    className: 'wrap-anywhere',
  },
  { header: 'Colours', cell: ({ config }) => <Swatches {...config.theme} /> },
  {
    header: 'State',
    cell: ({ isDefault, notes }) => (
      <span className="flex flex-wrap gap-1.5">
        {isDefault && <StatusBadge tone="good">Default</StatusBadge>}
        {notes.length > 0 && <StatusBadge tone="warn">Colours adjusted</StatusBadge>}
      </span>
    ),
  },
];

export default function DomainsPage() {
  const list = useAdminQuery(routes.domainSettings.list);
  const model = list.data?.find(({ isDefault }) => isDefault);
  return (
    <AdminPage
      title="Domains"
      about="Each domain has a brand, colours, texts and switches of its own. The default domain serves every other host name. Changes take effect within five seconds."
      actions={model && <AddDomain model={model} />}
    >
      <ListTable
        list={list}
        empty="There are no domains."
        caption="Domains"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ config }) => config.domain}
      />
    </AdminPage>
  );
}

function Swatches({ primary, accent }: { primary: string; accent: string }) {
  return (
    <span className="flex items-center gap-1.5">
      {[primary, accent].map((colour) => (
        <svg key={colour} viewBox="0 0 20 20" role="img" aria-label={colour} className="size-5 rounded-md">
          <rect width="20" height="20" fill={colour} />
        </svg>
      ))}
    </span>
  );
}

function faultOf(name: string): string {
  if (name.trim() === '') return 'Please enter a host name.';
  return 'This is not a host name. Enter one such as videos.example, without a port.';
}

function AddDomain({ model }: { model: Domain }) {
  return (
    <FormAct
      word="Add domain"
      look="primary"
      icon={Plus}
      title="Add a domain"
      draft={{ name: '', siteName: '' }}
      noValidate
      check={({ name }) => (readHostName(name) === undefined ? { name: faultOf(name) } : undefined)}
      run={(client, { name, siteName }) => {
        const domain = readHostName(name) ?? '';
        return client.domainSettings.create({ config: newDomainConfig(model.config, { domain, siteName }) });
      }}
      failure="The domain could not be added."
      success={({ config }) => `Added ${config.domain}`}
      onDone={({ id }) => navigate(adminHref('domain', id))}
    >
      {(field) => (
        <>
          <TextField
            label="Host name"
            required
            placeholder="videos.example"
            autoCapitalize="none"
            spellCheck={false}
            hint="Without a port. Point its DNS at this server before visitors come."
            {...field('name')}
          />
          <TextField
            label="Site name"
            placeholder="Evening Charts"
            hint="Shown in the header and in titles. If empty, it is derived from the host name."
            {...field('siteName')}
          />
          <p className="text-sm text-muted">
            Colours, switches and legal details are copied from {model.config.domain}. You can change
            everything on the next page.
          </p>
        </>
      )}
    </FormAct>
  );
}
