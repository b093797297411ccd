import { EyeOff, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { putting, removing } from '../../library/change.ts';
import { changeLibrary } from '../../library/library-store.ts';
import { type HiddenTag, keyOf, MAX_TAG_LENGTH } from '../../library/lists.ts';
import { StateScreen } from '../../ui/state-screen.tsx';
import { ShelfTools, useShelf } from './shelf-tools.tsx';
import type { Removal } from './undo-bar.tsx';

interface TagShelfProps {
  tags: ReadonlyMap<string, HiddenTag>;
  onRemove: (removal: Removal) => void;
}

export function TagShelf({ tags, onRemove }: TagShelfProps) {
  const shelf = useShelf(tags);
  const remove = (entry: HiddenTag, place: number) => {
    void changeLibrary(() => [removing('hiddenTags', keyOf(entry))]);
    onRemove({ list: 'hiddenTags', entry, name: entry.tag, place });
  };
  return (
    <>
      <HideTagForm />
      {tags.size === 0 ? (
        <StateScreen
          level={2}
          icon={EyeOff}
          title="No hidden tags"
          text="Videos with a hidden tag are covered everywhere on this site."
        />
      ) : (
        <ShelfTools list="hiddenTags" shelf={shelf} nothing="No hidden tag matches" />
      )}
      <ul className="mt-5 flex flex-wrap gap-2">
        {shelf.found.map((entry, place) => (
          <li
            key={entry.tag}
            className="flex max-w-full items-center rounded-full border border-line bg-panel pl-4 text-sm font-medium"
          >
            <span dir="auto" className="truncate">
              {entry.tag}
            </span>
            <button
              type="button"
              data-remove
              aria-label={`Stop hiding ${entry.tag}`}
              onClick={() => remove(entry, place)}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function HideTagForm() {
  const id = useId();
  const [text, setText] = useState('');
  const tag = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tag) return;
    void changeLibrary(() => [putting('hiddenTags', { tag, addedAt: Date.now() })]);
    setText('');
  };
  return (
    <form onSubmit={submit} className="mb-5">
      <label htmlFor={id} className="text-sm font-semibold">
        Hide a tag
      </label>
      <div className="mt-1.5 flex max-w-md gap-2">
        <input
          id={id}
          value={text}
          maxLength={MAX_TAG_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          onChange={({ target }) => setText(target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-lg border border-edge bg-panel px-3 text-base text-text sm:text-sm"
        />
        <button type="submit" className="button quiet">
          Hide
        </button>
      </div>
    </form>
  );
}
