import type { SeenField, SeenPage } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, DataTable } from '@vesper/web/admin/ui/list.tsx';
import { Address, type BadgeWord, FactList, StatusBadge, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { Eye } from 'lucide-react';
import { useState } from 'react';

const COLUMNS: Column<SeenField>[] = [
  { header: 'Field', cell: ({ name }) => <code className="text-xs wrap-anywhere">{name}</code> },
  {
    header: 'State',
    cell: (field) => <WordBadge {...fieldState(field)} />,
  },
  { header: 'Level', cell: ({ level }) => <span className="whitespace-nowrap text-muted">{level}</span> },
  {
    header: 'Value',
    cell: ({ value, fault }) =>
      (value !== null || fault !== null) && (
        <div className="min-w-0 sm:min-w-64">
          {value !== null && (
            <p className="line-clamp-3 text-xs wrap-break-word">
              <Address text={value} />
            </p>
          )}
          {fault && <p className="text-xs text-pretty text-warn">{fault}</p>}
        </div>
      ),
  },
];

export function SeenPageCard({ origin }: { origin: string }) {
  const [address, setAddress] = useState('');
  const [page, setPage] = useState<SeenPage>();
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client, url: string) => client.indexing.page({ url }),
    failure: 'The page could not be read.',
    onDone: setPage,
    onFailure: () => {
      setPage(undefined);
      return false;
    },
  });
  const given = address.trim();
  return (
    <Card
      title="Inspect a page"
      icon={Eye}
      about="Reads a page as a search engine does, and checks its structured data against the fields that engines document."
    >
      <Form
        noValidate
        onSubmit={() => void run(given.startsWith('/') ? origin + given : given || `${origin}/`)}
        className="flex flex-wrap items-end gap-3"
      >
        <div className="min-w-60 flex-1">
          <TextField
            label="Address"
            type="url"
            placeholder={`${origin}/`}
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            value={address}
            error={problems.url}
            onChange={({ target }) => {
              setAddress(target.value);
              forgetProblems();
            }}
          />
        </div>
        <Button type="submit" icon={Eye} isBusy={isRunning}>
          Inspect
        </Button>
      </Form>
      <div aria-live="polite">{page && <Seen page={page} />}</div>
    </Card>
  );
}

function Seen({ page }: { page: SeenPage }) {
  const { url, status, location, title, description, language, canonical, robots, faults, things } = page;
  return (
    <div className="mt-4 flex flex-col gap-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge tone={page.isIndexable ? 'good' : 'warn'}>
          {page.isIndexable ? 'Indexable' : 'Not indexable'}
        </StatusBadge>
        <span className="min-w-0 wrap-anywhere">{page.verdict}</span>
      </p>
      {faults.length > 0 && (
        <ul className="list-disc pl-5 text-danger">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <FactList
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5"
        of={{
          Address: <Address text={url} />,
          Status: status,
          ...(location === null
            ? {
                Canonical: canonical === null ? 'none' : <Address text={canonical} />,
                Robots: robots ?? 'index, follow (by default)',
                Title: title || 'none',
                Description: description || 'none',
                Language: language || 'none',
              }
            : { 'Redirects to': <Address text={location} /> }),
        }}
      />
      {things.map((thing, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and do not move.
        <ThingFields key={at} thing={thing} />
      ))}
    </div>
  );
}

function ThingFields({ thing: { type, fields } }: { thing: SeenPage['things'][number] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold wrap-anywhere">{type}</h3>
      {fields.length === 0 ? (
        <p className="text-muted">No fields.</p>
      ) : (
        <DataTable caption={type} columns={COLUMNS} rows={fields} keyOf={({ name }) => name} />
      )}
    </section>
  );
}

function fieldState({ level, value, fault }: SeenField): BadgeWord {
  if (fault === null) return value === null ? { tone: 'calm', word: 'None' } : { tone: 'good', word: 'Good' };
  if (value !== null) return { tone: 'bad', word: 'Wrong' };
  return level === 'required' ? { tone: 'bad', word: 'Missing' } : { tone: 'warn', word: 'Missing' };
}
