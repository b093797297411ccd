import type { VideoSource } from '@vesper/contract';
import { type FormEvent, useState } from 'react';
import { problemsOf } from '../../data/problems-of.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { BasisFields, EMPTY_BASIS } from './basis-fields.tsx';
import { type SourceDraft, SourceFields } from './source-fields.tsx';

/** The contract's own defaults. */
const EMPTY: SourceDraft = {
  ...{ name: '', baseUrl: '', kind: 'sitemap', delivery: 'hosted', renditions: 'default' },
  ...{ dailyQuota: 10, crawlDelayMs: 1000, concurrency: 1 },
};

interface NewSourceFormProps {
  onAdded: (source: VideoSource) => void;
  onClose: () => void;
}

export function NewSourceForm({ onAdded, onClose }: NewSourceFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [hasBasis, setHasBasis] = useState(true);
  const [basis, setBasis] = useState(EMPTY_BASIS);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.sources.create({ ...draft, ...(hasBasis ? { basis } : {}) }),
    failure: 'The source could not be added.',
    refreshes: ['/api/video-sources'],
    success: ({ name, state }) => ({ title: `Added ${name}`, description: state }),
    onDone: onAdded,
    onFailure: (failure) => {
      setProblems(problemsOf(failure));
      return false;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems({});
    void run();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <SourceFields draft={draft} problems={problems} onChange={setDraft} />
      <CheckField
        label="Record what permits its use now"
        hint="Without a basis the source stays disabled."
        checked={hasBasis}
        onChange={({ target }) => setHasBasis(target.checked)}
      />
      {hasBasis && <BasisFields basis={basis} problems={problems} onChange={setBasis} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isRunning}>
          Add source
        </Button>
      </DialogButtons>
    </form>
  );
}
