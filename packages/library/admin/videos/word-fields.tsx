import { MOST_TAGS, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Options, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';

interface CategoryFieldProps {
  value: string;
  error?: string | undefined;
  /** The label of the empty value; without it, a category is required. */
  none?: string;
  onChange: (event: { target: { value: string } }) => void;
}

export function CategoryField({ value, none = '', ...field }: CategoryFieldProps) {
  const { data } = useAdminQuery(routes.categories.list);
  const names = (data ?? []).map(({ name }) => name);
  const offered = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <SelectField label="Category" required={none === ''} value={value} {...field}>
      <option value="" disabled={none === ''}>
        {none || 'Choose one'}
      </option>
      <Options of={offered.map((name) => [name, name])} />
    </SelectField>
  );
}

interface TagsEditorProps {
  tags: readonly string[];
  error?: string | undefined;
  onChange: (tags: string[]) => void;
}

/** Enter or a comma adds the typed one. */
export function TagsEditor({ tags, error, onChange }: TagsEditorProps) {
  const [text, setText] = useState('');
  const add = () => {
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const fresh = new Map<string, string>();
    for (const part of text.split(',')) {
      const tag = part.trim().replace(/\s+/gu, ' ');
      if (tag && !known.has(tag.toLowerCase())) fresh.set(tag.toLowerCase(), tag);
    }
    setText('');
    if (fresh.size > 0) onChange([...tags, ...fresh.values()].slice(0, MOST_TAGS));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Tags"
            hint={`Type a tag and press Enter; at most ${MOST_TAGS}.`}
            error={error}
            value={text}
            disabled={tags.length >= MOST_TAGS}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={press}
            onBlur={add}
          />
        </div>
        {/* Beside the input, below the label. */}
        <Button
          aria-label="Add tag"
          icon={Plus}
          disabled={text.trim() === ''}
          onClick={add}
          className="mt-6.5"
        />
      </div>
      {tags.length > 0 && (
        <ul aria-label="Current tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-ground px-3 text-sm wrap-anywhere hover:bg-raised max-sm:min-h-11"
              >
                {tag}
                <X aria-hidden className="size-3.5 shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
