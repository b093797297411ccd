import { EMPTY_DRAFT, type UploadDraft, type VideoSource } from '@vesper/contract';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Dialog } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';
import { readStored, writeStored } from '@vesper/web/ui/storage.ts';
import { FilePlus, FolderPlus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DraftFields, PUBLISH_WORDS } from './draft-fields.tsx';
import { NewUploadSource } from './new-upload-source.tsx';
import { type ChosenFile, droppedFiles, pickedFiles, type TakenFiles, takeFiles } from './take-files.ts';
import { addFiles } from './upload-queue.ts';

interface AddCardProps {
  /** Of the kind `upload`. */
  sources: readonly VideoSource[];
  /** The video whose film the next file replaces. */
  replaces: { id: string; title: string } | undefined;
  onReplacing: () => void;
}

export function AddCard({ sources, replaces, onReplacing }: AddCardProps) {
  const [sourceId, setSourceId] = useState<string>();
  const [defaults, setDefaults] = useState(storedDefaults);
  const [notes, setNotes] = useState<readonly string[]>([]);
  /** What is added once there is a source. */
  const [waiting, setWaiting] = useState<TakenFiles['films']>();
  const source = sources.find(({ id }) => id === sourceId) ?? sources[0];

  const add = (films: TakenFiles['films'], id: string) => {
    addFiles(
      films.map((film) => ({ ...film, sourceId: id, replaces: replaces?.id ?? null })),
      defaults,
    );
    if (replaces && films.length > 0) onReplacing();
  };
  const take = async (chosen: Promise<ChosenFile[]>) => {
    const { films, notes } = await takeFiles(await chosen);
    const isTooMany = replaces !== undefined && films.length > 1;
    setNotes(isTooMany ? ['Please choose one file: it replaces the film of one video.'] : notes);
    if (films.length === 0 || isTooMany) return;
    if (source) add(films, source.id);
    else setWaiting(films);
  };
  const isOver = useDrop((data) => void take(droppedFiles(data)));
  const change = (draft: UploadDraft) => {
    setDefaults(draft);
    writeStored('sessionStorage', DEFAULTS, JSON.stringify(draft));
  };
  return (
    <Card
      title={replaces ? 'New file' : 'Add films'}
      about={
        replaces
          ? `It replaces the film of "${replaces.title}". Address, views and details of the video stay.`
          : 'A CSV file beside the films fills in their details. Its columns: file, title, description, tags, category, language, publish.'
      }
    >
      <div className="flex flex-col gap-4">
        <div
          className={`flex flex-col items-center gap-3 rounded-xl border-2 border-dashed p-6 text-center ${isOver ? 'border-primary bg-raised' : 'border-edge'}`}
        >
          <p className="text-sm text-muted">
            {replaces ? 'Drop a film anywhere on this page' : 'Drop films or folders anywhere on this page'}
          </p>
          <div className="flex flex-wrap justify-center gap-2">
            <Picker word={replaces ? 'Choose a file' : 'Choose files'} onPick={(files) => void take(files)} />
            {!replaces && <Picker word="Choose a folder" isFolder onPick={(files) => void take(files)} />}
          </div>
        </div>
        <div role="status" className="flex flex-col gap-1 text-sm text-warn empty:hidden">
          {notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {note}
            </p>
          ))}
        </div>
        {source && (
          <div className="flex flex-wrap items-end gap-2">
            <div className="w-full max-w-sm">
              <SelectField
                label="Source"
                value={source.id}
                of={sources.map(({ id, name }) => [id, name])}
                onChange={({ target }) => setSourceId(target.value)}
              />
            </div>
            <Button icon={Plus} onClick={() => setWaiting([])}>
              Add source
            </Button>
          </div>
        )}
        {!replaces && (
          <details className="rounded-xl border border-line p-3">
            <summary className="cursor-pointer text-sm font-medium">
              Details for all new films
              <span className="ml-2 font-normal text-muted">
                Publish: {PUBLISH_WORDS[defaults.publish].toLowerCase()}
              </span>
            </summary>
            <div className="mt-4">
              <DraftFields
                draft={defaults}
                onChange={(fields) => change({ ...defaults, ...fields } as UploadDraft)}
              />
            </div>
          </details>
        )}
      </div>
      <Dialog title="By what right?" isOpen={waiting !== undefined} onClose={() => setWaiting(undefined)}>
        {waiting && (
          <NewUploadSource
            onClose={() => setWaiting(undefined)}
            onDone={({ id }) => {
              setSourceId(id);
              add(waiting, id);
            }}
          />
        )}
      </Dialog>
    </Card>
  );
}

const DEFAULTS = 'upload-defaults';

function storedDefaults(): UploadDraft {
  return { ...EMPTY_DRAFT, ...JSON.parse(readStored('sessionStorage', DEFAULTS) ?? '{}') };
}

type OnPick = (files: Promise<ChosenFile[]>) => void;

function Picker({ word, isFolder = false, onPick }: { word: string; isFolder?: boolean; onPick: OnPick }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={isFolder ? FolderPlus : FilePlus} onClick={() => input.current?.click()}>
        {word}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={word}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          if (target.files) onPick(Promise.resolve(pickedFiles(target.files)));
          // The same files can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

/** On the whole window: the browser would open a file dropped elsewhere. Whether files hover over it. */
function useDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    const stopping = new AbortController();
    const handle = (event: DragEvent) => {
      const { type, dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(type === 'dragover');
      if (type === 'drop') drop.current(dataTransfer);
    };
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      window.addEventListener(type, handle, { signal: stopping.signal });
    return () => stopping.abort();
  }, []);
  return isOver;
}
