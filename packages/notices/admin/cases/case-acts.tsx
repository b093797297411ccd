import type { CaseAct, CaseDetails } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct, ReasonAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Ban, Eraser, Gavel, Lock, NotebookPen, RotateCcw, Unlock } from 'lucide-react';

const SEALED = 'Internal, and sealed with the case.';

export function CaseActs({ details }: { details: CaseDetails }) {
  const { id, acts, isOpen, erasedAt, notErasable } = details;
  const can = (act: CaseAct) => acts.includes(act);
  return (
    <Card
      title="More"
      about="Personal data of a closed case is erased after its kind's retention period, unless it is on legal hold."
    >
      <div className="flex flex-wrap gap-2">
        <RecordCourt id={id} isOffered={can('court')} />
        <SettleCourt id={id} isOffered={can('settle')} />
        <ReasonAct
          isOffered={can('restore') && !can('settle')}
          word="Undo the takedown"
          icon={RotateCcw}
          title="Undo the takedown?"
          explanation="Restores the videos, unblocks their addresses and voids this case's strikes."
          run={(client, { reason }) => client.casework.restore({ id, reason: reason.trim() })}
          failure="The takedown could not be undone."
          success={({ message, case: { state: now } }) => ({
            title: now === 'restored' ? 'Takedown undone' : 'Proposed',
            description: message,
          })}
        />
        <Dismiss details={details} isOffered={can('dismiss')} />
        <FormAct
          isOffered={can('note')}
          word="Add a note"
          icon={NotebookPen}
          title="Add a note"
          action="Add note"
          draft={{ note: '' }}
          run={(client, { note }) => client.casework.note({ id, note: note.trim() })}
          failure="The note could not be added."
          success="Note added"
        >
          {(field) => (
            <TextArea label="Note" required rows={4} maxLength={2000} hint={SEALED} {...field('note')} />
          )}
        </FormAct>
        {(can('hold') || can('release')) && (
          <ActButton
            word={can('hold') ? 'Put on legal hold' : 'End the legal hold'}
            icon={can('hold') ? Lock : Unlock}
            run={(client) => client.casework.hold({ id, held: can('hold') })}
            failure="The legal hold could not be changed."
            success={({ message }) => ({ title: 'Legal hold', description: message })}
          />
        )}
        {can('erase') && (
          <ActButton
            word="Erase personal data"
            look="danger"
            icon={Eraser}
            ask={{
              question: 'Erase personal data?',
              explanation:
                'Permanently erases the sender’s identity and everything written in the case, from all database backups too. The takedown, its blocks and the decision stay. This cannot be undone.',
              action: 'Erase',
            }}
            run={(client) => client.casework.erase({ id })}
            failure="The case could not be erased."
            success={({ message }) => ({ title: 'Erased', description: message })}
          />
        )}
        {acts.length === 0 && <p className="text-sm text-muted">Nothing more can be done with this case.</p>}
      </div>
      {notErasable !== null && !isOpen && erasedAt === null && (
        <p className="mt-3 text-sm text-muted">Personal data cannot be erased now. {notErasable}</p>
      )}
    </Card>
  );
}

interface CourtProps {
  id: string;
  isOffered: boolean;
}

function RecordCourt({ id, isOffered }: CourtProps) {
  return (
    <FormAct
      isOffered={isOffered}
      word="Record a court action"
      icon={Gavel}
      title="Record a court action"
      action="Record"
      draft={{ court: '', number: '', filedOn: '', reason: '' }}
      run={(client, action) => client.cases.court({ id, ...action })}
      failure="The court action could not be recorded."
      success={({ message }) => ({ title: 'Court action recorded', description: message })}
    >
      {(field) => (
        <>
          <p className="text-sm text-pretty text-muted">
            The videos stay down until you record how the action ended. Senders of counter-notices are
            notified by email.
          </p>
          <TextField label="Court" required maxLength={300} {...field('court')} />
          <TextField label="File number" required maxLength={200} {...field('number')} />
          <TextField label="Filed on" type="date" required {...field('filedOn')} />
          <TextArea
            label="How you know"
            required
            rows={3}
            maxLength={2000}
            hint={SEALED}
            {...field('reason')}
          />
        </>
      )}
    </FormAct>
  );
}

const OUTCOMES = { stays_off: 'Videos stay down permanently', restored: 'Videos are restored' } as const;

function SettleCourt({ id, isOffered }: CourtProps) {
  return (
    <FormAct
      isOffered={isOffered}
      word="End the court action"
      icon={Gavel}
      title="End the court action"
      action="End it"
      isDestructive
      draft={{ outcome: 'stays_off' as keyof typeof OUTCOMES, reason: '' }}
      run={(client, { outcome, reason }) => client.cases.settle({ id, outcome, reason: reason.trim() })}
      failure="The end of the court action could not be recorded."
      success={({ message }) => ({ title: 'Court action ended', description: message })}
    >
      {(field) => (
        <>
          <SelectField label="Outcome" of={OUTCOMES} {...field('outcome')} />
          <TextArea
            label="Reason"
            required
            rows={3}
            maxLength={2000}
            hint="What the court decided, or what was agreed. Internal, and sealed with the case."
            {...field('reason')}
          />
        </>
      )}
    </FormAct>
  );
}

interface DismissProps {
  details: CaseDetails;
  isOffered: boolean;
}

function Dismiss({ details: { id, grounds, state }, isOffered }: DismissProps) {
  return (
    <FormAct
      isOffered={isOffered}
      word="Dismiss the counter-notice"
      icon={Ban}
      title="Dismiss the counter-notice?"
      action="Dismiss"
      isDestructive
      draft={{ ground: grounds[0]?.name ?? '', reason: '' }}
      run={(client, { ground, reason }) => client.casework.dismiss({ id, ground, reason: reason.trim() })}
      failure="The counter-notice could not be dismissed."
      success={({ message }) => ({ title: 'Counter-notice dismissed', description: message })}
    >
      {(field, { draft }) => {
        const chosen = grounds.find(({ name }) => name === draft.ground);
        return (
          <>
            <p className="text-sm text-pretty text-muted">
              {state === 'approved'
                ? 'The videos stay down, unless another forwarded counter-notice is pending. Both sides are told the ground by email.'
                : 'It is not forwarded. Its sender is told the ground by email if the address is confirmed.'}{' '}
              This cannot be undone. To grant it after all, restore the case it answers.
            </p>
            <SelectField
              label="Ground"
              // A closed select truncates long grounds.
              hint={chosen && [chosen.words, chosen.law].filter(Boolean).join('. ')}
              of={grounds.map(({ name, words }) => [name, words])}
              {...field('ground')}
            />
            <TextArea label="Reason" required rows={3} maxLength={1000} hint={SEALED} {...field('reason')} />
          </>
        );
      }}
    </FormAct>
  );
}
