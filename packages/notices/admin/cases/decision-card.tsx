import { type CaseDetails, caseFormOf, STATEMENT_CATEGORIES, type StatementCategory } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { ConfirmDialog } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { CheckField, SelectField, TextArea } from '@vesper/web/admin/ui/form.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { Check, MessageCircleQuestion, X } from 'lucide-react';
import { useState } from 'react';

type Status = 'approved' | 'denied';

/** Hidden once the case is decided. */
export function DecisionCard({ details }: { details: CaseDetails }) {
  const { id, kind, grounds, confirmedAt, acts } = details;
  const [ground, setGround] = useState(grounds[0]?.name ?? '');
  const [category, setCategory] = useState<StatementCategory | ''>('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<Status>();
  useUnsaved(note.trim() !== '');
  const { run, isRunning } = useAdminMutation({
    run: (client, status: Status) =>
      client.casework.decide({
        id,
        status,
        ...(status === 'approved' && { ground, ...(category && { category }) }),
        note: note.trim() || null,
      }),
    failure: kind === 'copyright' ? 'Failed to update DMCA request' : 'The case could not be decided.',
    success: ({ message, case: { isOpen } }, status) => ({
      title: isOpen ? 'Proposed' : status === 'approved' ? 'Case approved' : 'Case denied',
      description: message,
    }),
    onDone: () => setNote(''),
  });
  if (!acts.includes('deny'))
    return note.trim() !== '' && !isRunning ? <LateNote note={note} onClose={() => setNote('')} /> : null;
  const close = () => setAsked(undefined);
  return (
    <Card
      title="Decision"
      about={
        confirmedAt || kind === 'copyright'
          ? 'The sender is notified by email. An approval can be undone later; a denial cannot.'
          : 'There is no confirmed email address, so the sender is not notified. An approval can be undone later; a denial cannot.'
      }
    >
      <div className="flex flex-col gap-4">
        {grounds.length > 1 && acts.includes('approve') && (
          <SelectField
            label="Ground for approval"
            value={ground}
            onChange={({ target }) => setGround(target.value)}
            of={grounds.map(({ name, words }) => [name, words])}
          />
        )}
        {acts.includes('approve') && (
          <CategoryField unset="Default for this kind of notice" value={category} onChange={setCategory} />
        )}
        <TextArea
          label="Note"
          rows={3}
          maxLength={2000}
          hint="Internal, and sealed with the case."
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {kind === 'counter_notice' && (
            <p className="w-full text-sm text-muted">
              To grant a counter-notice, restore the case it answers.
            </p>
          )}
          {acts.includes('approve') && (
            <Button look="danger" icon={Check} isBusy={isRunning} onClick={() => setAsked('approved')}>
              Approve
            </Button>
          )}
          <Button icon={X} isBusy={isRunning} onClick={() => setAsked('denied')}>
            Deny
          </Button>
          <AskAct details={details} />
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={asked === 'approved' ? 'Approve this case?' : 'Deny this case?'}
        explanation={asked === 'approved' ? whatApprovalDoes(details, ground) : whatDenialDoes(details)}
        action={asked === 'approved' ? 'Approve case' : 'Deny case'}
        isDestructive={asked === 'approved'}
        onConfirm={() => {
          close();
          if (asked) void run(asked);
        }}
        onClose={close}
      />
    </Card>
  );
}

/** The case was decided or closed first: this is the only copy of the note. */
function LateNote({ note, onClose }: { note: string; onClose: () => void }) {
  return (
    <Card
      title="Your note was not saved"
      about="This case was decided or closed first, so your note was not added to it."
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-sm wrap-anywhere whitespace-pre-line">{note}</p>
    </Card>
  );
}

function whatApprovalDoes({ kind, videos, asked }: CaseDetails, ground: string): string {
  const elements = caseFormOf(kind)?.elements ?? {};
  const lacks = asked.map((name) => elements[name]?.words ?? name).join('; ');
  const missing = lacks && `Legally required information is still missing: ${lacks}. `;
  if (ground === 'answered')
    return `${missing}The sender is told that the request is answered, and nothing is taken down. Send the requested information in an email of your own. The decision is final.`;
  if (videos === 0)
    return `${missing}The notice names no video on this site, so nothing is removed. The decision is final.`;
  const condition = ground === '' ? 'Unless the sender only asks for access or correction, this' : 'This';
  return `${missing}${condition} takes down ${countText(videos, 'video')} immediately: removed from every list, files unreachable, addresses blocked. A wrong approval can be undone on this page, with a reason and your password.`;
}

function whatDenialDoes({ hiddenAt }: CaseDetails): string {
  return hiddenAt
    ? 'The hidden videos are shown again. A denial cannot be undone.'
    : 'The videos stay as they are. A denial cannot be undone.';
}

function AskAct({ details: { id, kind, asked, clocks, acts } }: { details: CaseDetails }) {
  const runsOn = clocks.some(({ isHard, endedAt }) => isHard && endedAt === null);
  return (
    <FormAct
      isOffered={acts.includes('ask')}
      word="Request information"
      icon={MessageCircleQuestion}
      title="Request missing information"
      action="Send request"
      draft={{ elements: asked, message: '' }}
      isReady={({ elements }) => elements.length > 0}
      run={(client, { elements, message }) =>
        client.casework.ask({ id, elements, message: message.trim() || null })
      }
      failure="The request could not be sent."
      success={({ message }) => ({ title: 'Request sent', description: message })}
    >
      {(field, { draft, setDraft }) => (
        <>
          <p className="text-sm text-pretty text-muted">
            The sender gets an email with a link to the notice’s private page, to add it there.{' '}
            {runsOn ? 'The clock keeps running.' : 'The clock stops until the answer arrives, then restarts.'}
          </p>
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 text-sm font-medium">Required by law</legend>
            {Object.entries(caseFormOf(kind)?.elements ?? {}).map(([name, { words, law }]) => (
              <CheckField
                key={name}
                label={words.charAt(0).toUpperCase() + words.slice(1)}
                hint={law}
                checked={draft.elements.includes(name)}
                onChange={({ target }) => {
                  const others = draft.elements.filter((one) => one !== name);
                  setDraft({ ...draft, elements: target.checked ? [...others, name] : others });
                }}
              />
            ))}
          </fieldset>
          <TextArea
            label="Message"
            rows={3}
            maxLength={2000}
            hint="Optional. Included in the email as written."
            {...field('message')}
          />
        </>
      )}
    </FormAct>
  );
}

interface CategoryFieldProps {
  /** Label of the empty choice. */
  unset: string;
  value: StatementCategory | '';
  problem?: string | undefined;
  onChange: (category: StatementCategory | '') => void;
}

export function CategoryField({ unset, value, problem, onChange }: CategoryFieldProps) {
  return (
    <SelectField
      label="Category"
      hint="For statements of reasons."
      value={value}
      error={problem}
      onChange={({ target }) => onChange(target.value as StatementCategory | '')}
      none={unset}
      of={STATEMENT_CATEGORIES.map((name) => [name, categoryInWords(name)])}
    />
  );
}

/** `STATEMENT_CATEGORY_SELF_HARM` -> `Self harm`. */
export function categoryInWords(name: string): string {
  const words = name.replace('STATEMENT_CATEGORY_', '').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
