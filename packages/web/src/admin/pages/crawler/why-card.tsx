import type { AddressReason } from '@vesper/contract';
import { SearchCheck } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, TextField } from '../../ui/form.tsx';
import { Address, Moment, WordBadge } from '../../ui/values.tsx';
import { DECISION_WORDS } from './decision-words.ts';
import { ResultLinks } from './result-links.tsx';

/** Why the video of an address is here or not. */
export function WhyCard() {
  const [url, setUrl] = useState('');
  const [answer, setAnswer] = useState<AddressReason>();
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client, address: string) => client.ledger.why({ url: address }),
    failure: 'Failed to look the address up',
    onDone: setAnswer,
  });
  const submit = () => {
    if (url.trim() !== '') void run(url.trim());
  };
  return (
    <Card
      title="Why is this not here?"
      icon={SearchCheck}
      about="Shows what was decided about an address that a source named or that was added by hand."
    >
      <Form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-60 flex-1">
          <TextField
            label="Address"
            type="url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            value={url}
            error={problems.url}
            onChange={({ target }) => {
              setUrl(target.value);
              forgetProblems();
              setAnswer(undefined);
            }}
          />
        </div>
        <Button type="submit" icon={SearchCheck} isBusy={isRunning} disabled={url.trim() === ''}>
          Look up
        </Button>
      </Form>
      <div aria-live="polite">{answer && <Answer answer={answer} />}</div>
    </Card>
  );
}

function Answer({ answer }: { answer: AddressReason }) {
  const { url, decision, reason, source, firstSeenAt, decidedAt, videoId, jobId } = answer;
  return (
    <div className="mt-4 flex flex-col gap-2 text-sm">
      <p className="font-mono text-xs wrap-anywhere text-muted">
        <Address text={url} />
      </p>
      <p className="wrap-anywhere">
        {decision && (
          <>
            <WordBadge {...DECISION_WORDS[decision]} />{' '}
          </>
        )}
        {reason}
      </p>
      {decidedAt && (
        <p className="text-xs text-muted">
          {source && `Named by ${source.name}. `}First seen <Moment at={firstSeenAt} />, last decided{' '}
          <Moment at={decidedAt} />.
        </p>
      )}
      <p className="flex gap-4">
        <ResultLinks videoId={videoId} jobId={jobId} />
      </p>
    </div>
  );
}
