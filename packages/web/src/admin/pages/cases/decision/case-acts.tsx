import type { CaseAct, CaseDetails } from '@vesper/contract';
import { Ban, Eraser, Gavel, Lock, NotebookPen, RotateCcw, Unlock } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../../data/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ReasonForm } from '../../../ui/dialog/acts.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, FormButtons, TextArea } from '../../../ui/form.tsx';
import { CourtDialog, SettleDialog } from './court-dialogs.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';

type Asked = 'note' | 'restore' | 'dismiss' | 'court' | 'settle' | 'erase';

/** What can be done with a case beside deciding it; only what is possible now. */
export function CaseActs({ details }: { details: CaseDetails }) {
  const { id, acts, isOpen, erasedAt, notErasable } = details;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.casework.hold({ id, held: acts.includes('hold') }),
    failure: 'The legal hold could not be changed.',
    success: ({ message }) => ({ title: 'Legal hold', description: message }),
  });
  const can = (act: CaseAct) => acts.includes(act);
  const dialog = (act: Asked) => ({ id, isOpen: asked === act, onClose: close });
  return (
    <Card
      title="More"
      about="The personal data of a closed case is erased after the time set for its kind, unless it is on legal hold."
    >
      <div className="flex flex-wrap gap-2">
        {can('court') && (
          <Button icon={Gavel} onClick={() => setAsked('court')}>
            Record a court action
          </Button>
        )}
        {can('settle') && (
          <Button icon={Gavel} onClick={() => setAsked('settle')}>
            End the court action
          </Button>
        )}
        {can('restore') && !can('settle') && (
          <Button icon={RotateCcw} onClick={() => setAsked('restore')}>
            Undo the takedown
          </Button>
        )}
        {can('dismiss') && (
          <Button icon={Ban} onClick={() => setAsked('dismiss')}>
            Dismiss the counter-notice
          </Button>
        )}
        {can('note') && (
          <Button icon={NotebookPen} onClick={() => setAsked('note')}>
            Add a note
          </Button>
        )}
        {(can('hold') || can('release')) && (
          <Button icon={can('hold') ? Lock : Unlock} isBusy={isRunning} onClick={() => void run()}>
            {can('hold') ? 'Put on legal hold' : 'End the legal hold'}
          </Button>
        )}
        {can('erase') && (
          <Button look="danger" icon={Eraser} onClick={() => setAsked('erase')}>
            Erase personal data
          </Button>
        )}
        {acts.length === 0 && <p className="text-sm text-muted">Nothing more can be done with this case.</p>}
      </div>
      {notErasable !== null && !isOpen && erasedAt === null && (
        <p className="mt-3 text-sm text-muted">Personal data cannot be erased now. {notErasable}</p>
      )}
      <NoteDialog {...dialog('note')} />
      <RestoreDialog {...dialog('restore')} />
      <DismissDialog details={details} {...dialog('dismiss')} />
      <CourtDialog {...dialog('court')} />
      <SettleDialog {...dialog('settle')} />
      <EraseDialog {...dialog('erase')} />
    </Card>
  );
}

interface DialogProps {
  id: string;
  isOpen: boolean;
  onClose: () => void;
}

function NoteDialog({ id, isOpen, onClose }: DialogProps) {
  const [note, setNote] = useState('');
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.casework.note({ id, note: note.trim() }),
    failure: 'The note could not be added.',
    success: () => ({ title: 'Note added' }),
    onDone() {
      setNote('');
      onClose();
    },
  });
  return (
    <Dialog title="Add a note" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={() => void run()}>
        <TextArea
          label="Note"
          required
          rows={4}
          maxLength={2000}
          hint="Internal, and sealed with the case."
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <FormButtons action="Add note" isBusy={isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function RestoreDialog({ id, isOpen, onClose }: DialogProps) {
  const { run } = useAdminMutation({
    run: (client, reason: string) => client.casework.restore({ id, reason }),
    failure: 'The takedown could not be undone.',
    success: ({ message, case: { state: now } }) => ({
      title: now === 'restored' ? 'Takedown undone' : 'Proposed',
      description: message,
    }),
  });
  return (
    <Dialog title="Undo the takedown?" isOpen={isOpen} onClose={onClose}>
      <ReasonForm
        explanation="The videos are shown again, their addresses are unblocked, and strikes of this case are void."
        action="Undo the takedown"
        onClose={onClose}
        onConfirm={(reason) => {
          onClose();
          void run(reason);
        }}
      />
    </Dialog>
  );
}

function EraseDialog({ id, isOpen, onClose }: DialogProps) {
  const { run } = useAdminMutation({
    run: (client) => client.casework.erase({ id }),
    failure: 'The case could not be erased.',
    success: ({ message }) => ({ title: 'Erased', description: message }),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question="Erase personal data?"
      explanation="Who sent the notice and everything that was written in the case is gone for good, also from every backup of the database. What was taken off, blocked and decided stays. This cannot be undone."
      action="Erase"
      isDestructive
      onConfirm={() => {
        onClose();
        void run();
      }}
      onClose={onClose}
    />
  );
}
