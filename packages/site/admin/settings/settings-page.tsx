import { routes, type Setting, type WorkingSetting } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { DialogButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, FormButtons, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, DataTable, ListState } from '@vesper/web/admin/ui/list.tsx';
import { Address, Moment, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

const ORIGINS: Record<Setting['origin'], string> = {
  environment: 'Environment',
  stored: 'Set here',
  default: 'Default',
  file: 'File in the data folder',
};

const COLUMNS: Column<Setting>[] = [
  {
    header: 'Setting',
    cell: ({ name, about }) => (
      <>
        <code className="text-xs font-semibold">{name}</code>
        <p className="mt-0.5 text-xs text-muted">{about}.</p>
      </>
    ),
  },
  { header: 'Value', cell: (setting) => <Value {...setting} />, className: 'max-w-96 wrap-anywhere' },
  {
    header: 'Comes from',
    cell: ({ origin, change }) => (
      <>
        <StatusBadge tone={origin === 'default' ? 'calm' : 'good'}>{ORIGINS[origin]}</StatusBadge>
        {origin === 'stored' && (
          <p className="mt-0.5 text-xs text-muted">
            {change?.by}, <Moment at={change?.at} />
          </p>
        )}
      </>
    ),
  },
];

export default function SettingsPage() {
  const { data, ...query } = useAdminQuery(routes.settings.list);
  const groups = Object.entries(Object.groupBy(data ?? [], ({ group }) => group));
  return (
    <AdminPage
      title="Settings"
      about="The current settings, and where each value comes from. The site reads them from the environment at startup. Some can also be changed here, with immediate effect in all processes. The environment takes precedence. Secrets are not shown."
    >
      <ListState rows={data} query={query} empty="There are no settings.">
        {groups.map(([group, settings = []]) => (
          <Card key={group} title={group}>
            <DataTable
              caption={`Settings: ${group}`}
              columns={COLUMNS}
              rows={settings}
              keyOf={({ name }) => name}
              actions={(setting) =>
                setting.change && setting.origin !== 'environment' && <ChangeSetting setting={setting} />
              }
            />
          </Card>
        ))}
      </ListState>
    </AdminPage>
  );
}

function Value({ value, isSecret }: Setting) {
  if (value === '') return <span className="text-muted">{isSecret ? 'not set' : 'none'}</span>;
  return (
    <span className="font-mono text-xs">
      <Address text={value} />
    </span>
  );
}

function ChangeSetting({ setting }: { setting: Setting }) {
  return (
    <DialogButton word="Change" row={setting.name} icon={Pencil} title={`Change ${setting.name}`}>
      {(close) => <SettingForm setting={setting} onClose={close} />}
    </DialogButton>
  );
}

function SettingForm({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  // As it was when the form was opened.
  const [{ name, about, origin, change }] = useState(setting);
  const [text, setText] = useState(change?.written ?? '');
  const { run, isRunning } = useAdminMutation({
    run: (client, value: string | null) =>
      client.settings.change({ name: name as WorkingSetting, value, version: change?.version }),
    failure: 'The setting could not be changed.',
    success: ({ message }) => message,
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run(text)}>
      <TextField
        label="Value"
        required
        spellCheck={false}
        hint={`${about}.`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {origin === 'stored' && (
        <div>
          <Button size="small" isBusy={isRunning} onClick={() => void run(null)}>
            Reset to default
          </Button>
        </div>
      )}
      <FormButtons action="Save" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
