import { type AddressReason, adminHref, type Decision, type RunLedgerEntry } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Address, type BadgeWord, Moment, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { SearchCheck } from 'lucide-react';
import { useState } from 'react';

export function WhyCard() {
  const [url, setUrl] = useState('');
  const [answer, setAnswer] = useState<AddressReason>();
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client, address: string) => client.ledger.why({ url: address }),
    failure: 'The address could not be looked up.',
    onDone: setAnswer,
  });
  const submit = () => {
    if (url.trim() !== '') void run(url.trim());
  };
  return (
    <Card
      title="Why is a video missing?"
      icon={SearchCheck}
      about="Shows what was decided about an address found in a source or added by hand."
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
          {source && `From ${source.name}. `}First seen <Moment at={firstSeenAt} />, last decided{' '}
          <Moment at={decidedAt} />.
        </p>
      )}
      <p className="flex gap-4">
        <ResultLinks videoId={videoId} jobId={jobId} />
      </p>
    </div>
  );
}

export function ResultLinks({ videoId, jobId }: Pick<RunLedgerEntry, 'videoId' | 'jobId'>) {
  return (
    <>
      {videoId && <TextLink href={adminHref('video', videoId)}>Video</TextLink>}
      {jobId && <TextLink href={adminHref('job', jobId)}>Download</TextLink>}
    </>
  );
}

export const DECISION_WORDS: Record<Decision, BadgeWord> = {
  new: { word: 'Queued', tone: 'good' },
  known: { word: 'Known', tone: 'calm' },
  duplicate: { word: 'Duplicate', tone: 'calm' },
  blocked: { word: 'Blocked', tone: 'warn' },
  robots: { word: 'Blocked by robots.txt', tone: 'warn' },
  over_quota: { word: 'Over quota', tone: 'calm' },
  no_video: { word: 'No video', tone: 'warn' },
  failed: { word: 'Failed', tone: 'bad' },
};

/** The download was postponed because the site asked for a pause. */
export const PUT_OFF: BadgeWord = { word: 'Postponed', tone: 'calm' };
