import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { applyChanges, overflow } from '../../library/change.ts';
import { LibraryFileError, MAX_FILE_BYTES, readLibraryFile } from '../../library/library-file.ts';
import { changeLibrary } from '../../library/library-store.ts';
import type { ListName } from '../../library/lists.ts';
import { countNew, mergeChanges } from '../../library/merge-lists.ts';
import { countText } from '../../ui/format.ts';
import { showToast } from '../../ui/toast-store.ts';

export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const [complaint, setComplaint] = useState('');
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    setComplaint(await importFile(file));
    // Lets the same file be chosen again.
    target.value = '';
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" />
        Import
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Library file"
        hidden
        onChange={(event) => void take(event)}
      />
      <p role="alert" className="order-last w-full text-sm text-pretty text-text empty:hidden">
        {complaint}
      </p>
    </>
  );
}

/** Returns an error message, or ''. */
async function importFile(file: File): Promise<string> {
  if (file.size > MAX_FILE_BYTES) return 'This file is too large to be an exported library.';
  try {
    const incoming = readLibraryFile(await file.text(), Date.now());
    let added: Record<ListName, number> | undefined;
    await changeLibrary((lists) => {
      const changes = mergeChanges(lists, incoming);
      const merged = applyChanges(lists, changes);
      // Entries beyond the limit are dropped at once.
      added = countNew(lists, applyChanges(merged, overflow(merged)));
      return changes;
    });
    if (added) showToast({ title: 'Library imported', description: summary(added) });
    return '';
  } catch (error) {
    return error instanceof LibraryFileError ? error.message : 'This file could not be read.';
  }
}

function summary({ history, favourites, watchLater, hiddenTags }: Record<ListName, number>): string {
  return `${countText(history + favourites + watchLater, 'new video')}, ${countText(hiddenTags, 'new hidden tag')}`;
}
