import { type DraftChange, type PUBLISH_WHEN, routes, type UploadDraft } from '@vesper/contract';
import { CategoryField, TagsEditor } from '@vesper/library/admin/videos/word-fields.tsx';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';

type PublishWhen = (typeof PUBLISH_WHEN)[number];

export const PUBLISH_WORDS: Record<PublishWhen, string> = {
  now: 'As soon as it is ready',
  hidden: 'Not yet: keep it hidden',
  later: 'At a set time',
};

interface DraftFieldsProps {
  draft: UploadDraft;
  problems?: Readonly<Record<string, string>>;
  onChange: (change: DraftChange) => void;
}

/** Everything but the title. */
export function DraftFields({ draft, problems = {}, onChange }: DraftFieldsProps) {
  const { data: languages = [] } = useAdminQuery(routes.languages.list);
  const names = new Map(languages.map(({ code, name }) => [code.split('-', 1)[0] ?? code, name]));
  if (draft.language && !names.has(draft.language)) names.set(draft.language, draft.language);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Publish"
        of={PUBLISH_WORDS}
        value={draft.publish}
        error={problems.publish}
        onChange={({ target }) => {
          const publish = target.value as PublishWhen;
          onChange({ publish, publishAt: publish === 'later' ? (draft.publishAt ?? tomorrow()) : null });
        }}
      />
      {draft.publish === 'later' && (
        <TextField
          label="Time"
          type="datetime-local"
          required
          hint="In your time zone."
          value={draft.publishAt ? toLocal(draft.publishAt) : ''}
          error={problems.publishAt}
          onChange={({ target }) => {
            if (target.value) onChange({ publishAt: new Date(target.value).toISOString() });
          }}
        />
      )}
      <CategoryField
        none="From its words"
        value={draft.category}
        error={problems.category}
        onChange={({ target }) => onChange({ category: target.value })}
      />
      <SelectField
        label="Language"
        none="From its words"
        of={[...names]}
        value={draft.language ?? ''}
        error={problems.language}
        onChange={({ target }) => onChange({ language: target.value || null })}
      />
      <div className="col-span-full">
        <TagsEditor
          tags={draft.tags}
          error={Object.entries(problems).find(([name]) => name.startsWith('tags'))?.[1]}
          onChange={(tags) => onChange({ tags })}
        />
      </div>
      <TextArea
        isWide
        label="Description"
        value={draft.description}
        error={problems.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
    </div>
  );
}

function tomorrow(): string {
  return new Date(Date.now() + 24 * 3600 * 1000).toISOString();
}

/** For `datetime-local`. */
function toLocal(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
