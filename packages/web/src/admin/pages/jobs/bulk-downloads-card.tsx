import { type BulkQueued, NO_VALID_LINE } from '@vesper/contract';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { countText, formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, TextArea } from '../../ui/form.tsx';

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

/** What was not queued, and why. */
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
        <p>{countText(duplicates, 'URL')} left out: named twice, in the queue, or in the library already.</p>
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
