import { adminHref, type BulkQueued, type DuplicateCheck, IN_LIBRARY, NO_VALID_LINE } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { showToast } from '@vesper/web/ui/toast-store.ts';
import { CircleCheck, ListPlus, Plus, SearchCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';

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

export function BulkDownloadsCard() {
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [outcome, setOutcome] = useState<{ lines: string[]; queued: BulkQueued }>();
  const lines = linesOf(text);
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client, sourceUrls: string[]) => client.downloads.addBulk({ sourceUrls }),
    failure: 'Failed to queue bulk downloads',
    success: ({ count }) => `${formatCount(count)} videos added to download queue`,
    onDone: (queued, sent) => {
      setText('');
      setOutcome({ lines: sent, queued });
    },
  });
  const submit = () => {
    setEmpty(lines.length === 0);
    setOutcome(undefined);
    if (lines.length > 0) void run(lines);
  };
  return (
    <Card title="Bulk Add Downloads" icon={ListPlus}>
      <Form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextArea
          label="Video URLs, one per line"
          name="sourceUrls"
          rows={8}
          spellCheck={false}
          placeholder="https://"
          value={text}
          error={isEmpty ? NO_VALID_LINE : problems.sourceUrls}
          disabled={isRunning}
          onChange={({ target }) => {
            setText(target.value);
            setEmpty(false);
            forgetProblems();
          }}
        />
        <p aria-live="polite" className="text-sm text-muted">
          {countText(lines.length, 'URL')} ready to queue
        </p>
        {outcome && <Refused {...outcome} />}
        <Button type="submit" look="primary" icon={ListPlus} isBusy={isRunning} className="self-start">
          Add All to Queue
        </Button>
      </Form>
    </Card>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function Refused({
  lines,
  queued: { duplicates, invalid, invalidCount },
}: {
  lines: string[];
  queued: BulkQueued;
}) {
  if (duplicates === 0 && invalidCount === 0) return null;
  return (
    <div role="status" className="rounded-lg border border-line p-3 text-sm">
      {duplicates > 0 && (
        <p>
          {countText(duplicates, 'URL')} skipped: listed twice, already queued, or already in the library.
        </p>
      )}
      {invalidCount > 0 && <p className="text-warn">{countText(invalidCount, 'line')} refused:</p>}
      <ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
        {invalid.map(({ line, message }) => (
          <li key={line} className="wrap-anywhere">
            <span className="font-mono text-xs text-muted">{lines[line - 1]}</span> {message}
          </li>
        ))}
      </ul>
      {invalidCount > invalid.length && <p>And {formatCount(invalidCount - invalid.length)} more.</p>}
    </div>
  );
}
