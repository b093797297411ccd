import {
  CASE_MAILS,
  type CaseKind,
  type CaseMailKind,
  type CaseMailName,
  type CaseMailText,
  exampleValues,
  fillMail,
  LONGEST_MAIL_BODY,
  LONGEST_MAIL_SUBJECT,
  MAIL_PLACES,
  type MailPlace,
  type MailText,
  mailTextProblems,
  placesOf,
  requiredPlacesOf,
  routes,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, fieldsOf, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';

interface Which {
  domainId: string;
  mail: CaseMailName;
  kind: CaseKind | '';
  language: string;
}

export function TextCard({ which, onClose }: { which: Which; onClose: () => void }) {
  const { data, ...query } = useAdminQuery(routes.caseMails.get, { ...which });
  const { label, when, to } = CASE_MAILS[which.mail];
  return (
    <Card
      title={label}
      about={`To: ${to}. ${when}`}
      actions={
        <Button look="plain" icon={X} onClick={onClose}>
          Close
        </Button>
      }
    >
      <ListState rows={data && [data]} query={query} empty="">
        {data && <Editor which={which} newest={data} />}
      </ListState>
    </Card>
  );
}

const textOf = ({ own, builtIn }: CaseMailText): MailText => {
  const { subject, body } = own ?? builtIn;
  return { subject, body: body.trim() };
};

/** Keeps the input if the text changes meanwhile, and offers to load the changes. */
function Editor({ which, newest }: { which: Which; newest: CaseMailText }) {
  const [from, setFrom] = useState(newest);
  const [draft, setDraft] = useState(() => textOf(newest));
  const begin = (text: CaseMailText) => {
    setFrom(text);
    setDraft(textOf(text));
    forgetProblems();
  };
  const version = from.own?.version ?? 0;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(textOf(from));
  useUnsaved(isChanged);
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client) => client.caseMails.save({ ...which, ...draft, version }),
    failure: 'The text could not be saved.',
    success: () => ({ title: 'Saved', description: 'Used from the next email on.' }),
    onDone: begin,
  });
  // Problems show while typing.
  const seen = isChanged ? mailTextProblems(which.mail, which.kind, draft) : {};
  const field = fieldsOf(draft, setDraft, { ...problems, ...seen });
  const isOutdated = (newest.own?.version ?? 0) !== version;
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <Form noValidate onSubmit={() => void run()} className="flex min-w-0 flex-col gap-4">
        {isOutdated && <OutdatedNote what="this text" onLoad={() => begin(newest)} />}
        {!from.own && (
          <p className="text-sm text-muted">No text of your own yet. Start from the default below.</p>
        )}
        <TextField label="Subject" required maxLength={LONGEST_MAIL_SUBJECT} {...field('subject')} />
        <TextArea label="Text" required rows={16} maxLength={LONGEST_MAIL_BODY} {...field('body')} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" isBusy={isRunning} disabled={!isChanged}>
            Save
          </Button>
          <Button disabled={!isChanged} onClick={() => begin(from)}>
            Discard changes
          </Button>
          {from.own && <ResetButton which={which} version={version} onDone={begin} />}
        </div>
      </Form>
      <div className="flex min-w-0 flex-col gap-6">
        <Places which={which} />
        <Preview which={which} draft={draft} />
      </div>
    </div>
  );
}

interface ResetButtonProps {
  which: Which;
  version: number;
  onDone: (text: CaseMailText) => void;
}

function ResetButton({ which, version, onDone }: ResetButtonProps) {
  return (
    <ActButton
      word="Restore the default"
      icon={RotateCcw}
      ask={{
        question: 'Restore the default text?',
        explanation: 'Your own text is deleted; the audit log keeps a copy.',
        action: 'Restore default',
      }}
      run={(client) => client.caseMails.reset({ ...which, version })}
      failure="The default could not be restored."
      success={() => 'Default restored'}
      onDone={onDone}
    />
  );
}

function Places({ which: { mail, kind } }: { which: Which }) {
  const required = requiredPlacesOf(mail);
  return (
    <section>
      <h3 className="text-sm font-medium">Placeholders</h3>
      <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
        {placesOf(mail, kind).map((name) => {
          const { words, isBlock }: MailPlace = MAIL_PLACES[name];
          const notes = [required.includes(name) && 'required', isBlock && 'not in the subject'].filter(
            Boolean,
          );
          return (
            <div key={name} className="contents">
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd className="text-muted max-sm:mb-1">
                {words}
                {notes.length > 0 && ` (${notes.join(', ')})`}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Preview({ which: { mail, kind }, draft }: { which: Which; draft: MailText }) {
  const { subject, body } = fillMail(draft, exampleValues(mail, kind));
  const { below }: CaseMailKind = CASE_MAILS[mail];
  return (
    <section aria-label="Preview">
      <h3 className="text-sm font-medium">Preview with a sample case</h3>
      <div className="mt-2 rounded-xl border border-line bg-ground p-3 text-sm">
        <p className="font-semibold wrap-anywhere">{subject}</p>
        <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{body}</p>
        {below && <p className="mt-3 text-muted">&gt; {below}, quoted like this.</p>}
      </div>
    </section>
  );
}
