import { type FormEvent, useId, useState } from 'react';
import { putting } from '../../library/change.ts';
import { changeLibrary } from '../../library/library-store.ts';
import { MAX_TAG_LENGTH } from '../../library/lists.ts';
import { quietButton } from '../../ui/control-classes.ts';

/** Hides a tag by its name. */
export function HideTagForm() {
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
        <button type="submit" className={quietButton}>
          Hide
        </button>
      </div>
    </form>
  );
}
