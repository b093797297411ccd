import {
  type DumpColumn,
  type DumpFile,
  type DumpForm,
  type DumpLayout,
  routes,
  type SourceDump,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { CheckField, Form, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { FailureNote } from '@vesper/web/admin/ui/list.tsx';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { CHARSET_WORDS, COLUMN_WORDS, DELIMITER_WORDS, DumpRunsCard } from './dump-runs-card.tsx';

export function DumpCards({ sourceId }: { sourceId: string }) {
  const { data, error, refetch } = useAdminQuery(routes.dumps.get, { id: sourceId });
  if (!data) return error ? <FailureNote error={error} refetch={refetch} /> : null;
  return (
    <>
      <DumpFileCard file="videos" sourceId={sourceId} dump={data} />
      <DumpFileCard file="deletions" sourceId={sourceId} dump={data} />
      <DumpRunsCard sourceId={sourceId} hasDeletions={data.deletionsUrl !== null} />
    </>
  );
}

const TEXTS = {
  videos: {
    title: 'Columns of the dump',
    about: 'What each column holds. If you do not set this, the first run guesses.',
    name: 'dump',
  },
  deletions: {
    title: 'Deletion list',
    about:
      'A list of videos that the source has deleted. They are hidden, which can be undone, and not imported again.',
    name: 'deletion list',
  },
} as const;

function DumpFileCard({ sourceId, file, dump }: { sourceId: string; file: DumpFile; dump: SourceDump }) {
  const { title, about, name } = TEXTS[file];
  const saved = file === 'videos' ? dump.layout : dump.deletionsLayout;
  const [url, setUrl] = useState(dump.deletionsUrl ?? '');
  const [sample, setSample] = useState<{ rows: string[][]; layout: DumpLayout }>();
  const isDeletions = file === 'deletions';
  const sampling = useAdminMutation({
    run: (client, form: DumpForm | undefined) =>
      client.dumps.sample({
        ...{ id: sourceId, file },
        ...(isDeletions ? { url } : {}),
        ...(form ? { form: formOf(form) } : {}),
      }),
    failure: 'The first lines could not be read.',
    onDone: ({ rows, layout }) => setSample({ rows, layout }),
  });
  const saving = useAdminMutation({
    run: (client) =>
      client.dumps.change(
        isDeletions
          ? { id: sourceId, deletionsUrl: url.trim() || null, deletionsLayout: sample?.layout ?? saved }
          : { id: sourceId, layout: sample?.layout ?? saved },
      ),
    failure: 'The columns could not be saved.',
    success: 'Saved',
    onDone: () => setSample(undefined),
  });
  const isChanged = sample !== undefined || (isDeletions && url.trim() !== (dump.deletionsUrl ?? ''));
  useUnsaved(isChanged);
  const isWaiting = !isDeletions && (sample?.layout ?? saved)?.waiting !== undefined;
  const problem = saving.problems[isDeletions ? 'deletionsLayout' : 'layout'];
  return (
    <Card
      title={title}
      about={about}
      actions={
        <Button
          size="small"
          icon={FileSearch}
          isBusy={sampling.isRunning}
          disabled={isDeletions && url.trim() === ''}
          onClick={() => void sampling.run(undefined)}
        >
          Show first lines
        </Button>
      }
    >
      <Form noValidate onSubmit={() => void saving.run()}>
        {isDeletions && (
          <TextField
            label="Address of the deletion list"
            type="url"
            spellCheck={false}
            placeholder="https://films.example/deleted.csv"
            value={url}
            error={saving.problems.deletionsUrl ?? sampling.problems.url}
            onChange={({ target }) => {
              setUrl(target.value);
              saving.forgetProblems();
              sampling.forgetProblems();
            }}
          />
        )}
        {sample ? (
          <>
            <DumpFormFields
              form={sample.layout}
              isBusy={sampling.isRunning}
              onChange={(form) => void sampling.run(form)}
            />
            <DumpColumnList
              {...sample}
              name={name}
              onChange={(columns) => setSample({ ...sample, layout: { ...sample.layout, columns } })}
            />
          </>
        ) : (
          <p className="text-sm text-muted">
            {saved ? formatColumns(saved) : 'No columns are assigned yet.'}
          </p>
        )}
        {isWaiting && (
          <p className="text-sm">
            Tags and categories are guessed here. None are imported until you check and save the columns.
          </p>
        )}
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        {(isChanged || isDeletions) && (
          <div className="flex flex-wrap justify-end gap-2">
            {sample && <Button onClick={() => setSample(undefined)}>Discard changes</Button>}
            <Button type="submit" look="primary" isBusy={saving.isRunning} disabled={!isChanged}>
              Save
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}

function formatColumns({ columns }: DumpLayout): string {
  return columns
    .filter((column) => column !== 'ignored')
    .map((column) => COLUMN_WORDS[column])
    .join(', ');
}

function formOf({ delimiter, charset, quoted, header }: DumpForm): DumpForm {
  return { delimiter, charset, quoted, header };
}

interface FormFieldsProps {
  form: DumpForm;
  isBusy: boolean;
  onChange: (form: DumpForm) => void;
}

/** Each change reads the sample again. */
function DumpFormFields({ form, isBusy, onChange }: FormFieldsProps) {
  const { delimiter, charset, quoted, header } = form;
  const set = (change: Partial<DumpForm>) => onChange({ delimiter, charset, quoted, header, ...change });
  return (
    <fieldset aria-busy={isBusy} className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">File format</legend>
      <SelectField
        label="Delimiter"
        of={DELIMITER_WORDS}
        value={delimiter}
        onChange={({ target }) => set({ delimiter: target.value as DumpForm['delimiter'] })}
      />
      <SelectField
        label="Character set"
        of={CHARSET_WORDS}
        value={charset}
        onChange={({ target }) => set({ charset: target.value as DumpForm['charset'] })}
      />
      <CheckField
        label="The first line names the columns"
        checked={header}
        onChange={({ target }) => set({ header: target.checked })}
      />
      <CheckField
        label="Fields may be quoted"
        checked={quoted}
        onChange={({ target }) => set({ quoted: target.checked })}
      />
    </fieldset>
  );
}

interface ColumnListProps {
  layout: DumpLayout;
  rows: readonly (readonly string[])[];
  name: string;
  onChange: (columns: DumpColumn[]) => void;
}

const EXAMPLES = 3;

function DumpColumnList({ layout: { columns, header }, rows, name, onChange }: ColumnListProps) {
  const examples = (header ? rows.slice(1) : rows).slice(0, EXAMPLES);
  return (
    <ol aria-label={`Columns of the ${name}`} className="divide-y divide-line rounded-xl border border-line">
      {columns.map((column, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by position.
          key={index}
          className="grid gap-2 p-3 sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-4"
        >
          <SelectField
            label={`Column ${index + 1}${header && rows[0]?.[index] ? `: ${rows[0][index]}` : ''}`}
            value={column}
            of={COLUMN_WORDS}
            onChange={({ target }) => onChange(columns.with(index, target.value as DumpColumn))}
          />
          <ul aria-label={`First values of column ${index + 1}`} className="text-xs text-muted">
            {examples.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: values are known by line.
              <li key={at} className="line-clamp-2 wrap-anywhere">
                {row[index] || '(empty)'}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
