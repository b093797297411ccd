import { adminHref, type DuplicateCheck, IN_LIBRARY } from '@vesper/contract';
import { CircleCheck, Plus, SearchCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, TextField } from '../../ui/form.tsx';

export function AddDownloadCard() {
  const [url, setUrl] = useState('');
  const [duplicate, setDuplicate] = useState<DuplicateCheck>();
  const typed = useRef('');
  const edit = (text: string) => {
    typed.current = text;
    setUrl(text);
    setDuplicate(undefined);
  };
  const check = useAdminMutation({
    run: (client, sourceUrl: string) => client.duplicates.check({ sourceUrl }),
    failure: 'Failed to check for a duplicate',
    onDone: (answer, asked) => {
      // The address may have been edited meanwhile.
      if (typed.current.trim() === asked) setDuplicate(answer);
    },
  });
  const add = useAdminMutation({
    run: (client, sourceUrl: string) => client.downloads.add({ sourceUrl }),
    failure: 'Failed to queue download',
    success: 'Download queued',
    onDone: (_, added) => {
      if (typed.current.trim() === added) edit('');
    },
  });
  const submit = () => {
    if (url.trim() === '') return;
    if (duplicate?.isDuplicate) showToast({ title: 'Error', description: IN_LIBRARY, tone: 'destructive' });
    else void add.run(url.trim());
  };
  const isEmpty = url.trim() === '';
  return (
    <Card title="Add Single Download" icon={Plus}>
      <Form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label="Video URL"
          name="sourceUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={url}
          onChange={({ target }) => edit(target.value)}
        />
        <div aria-live="polite">
          <DuplicateResult duplicate={duplicate} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={SearchCheck}
            isBusy={check.isRunning}
            disabled={isEmpty}
            onClick={() => void check.run(url.trim())}
          >
            Check duplicate
          </Button>
          <Button type="submit" look="primary" icon={Plus} isBusy={add.isRunning} disabled={isEmpty}>
            Add to Queue
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function DuplicateResult({ duplicate }: { duplicate: DuplicateCheck | undefined }) {
  if (!duplicate) return null;
  const { isDuplicate, existingVideoId, blocked } = duplicate;
  if (!isDuplicate && blocked === null)
    return (
      <p className="flex items-center gap-2 text-sm text-good">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        No duplicate found. Safe to download.
      </p>
    );
  return (
    <p className="flex items-start gap-2 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {blocked ?? `${IN_LIBRARY}.`}
        {existingVideoId && (
          <>
            {' '}
            Existing video ID:{' '}
            <a className="font-mono underline" href={adminHref('video', existingVideoId)}>
              {existingVideoId}
            </a>
          </>
        )}
      </span>
    </p>
  );
}
