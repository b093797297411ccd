import { type CaseDetails, TAKEN_OFF_STATES } from '@vesper/contract';
import { Eraser, Lock, NotebookPen, RotateCcw, Unlock } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';

type Asked = 'note' | 'restore' | 'erase';

/** What can be done with a case beside deciding it. */
export function CaseActs({ kase }: { kase: CaseDetails }) {
  const { id, state, heldAt, erasedAt, notErasable } = kase;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.casework.hold({ id, held: heldAt === null }),
    failure: 'The legal hold could not be changed.',
    success: ({ message }) => ({ title: 'Legal hold', description: message }),
  });
  return (
    <Card
      title="More"
      about="A case on legal hold is never erased. Otherwise it is forgotten some time after its close, by its kind."
    >
      <div className="flex flex-wrap gap-2">
        {!erasedAt && (
          <Button icon={NotebookPen} onClick={() => setAsked('note')}>
            Add a note
          </Button>
        )}
        {TAKEN_OFF_STATES.includes(state) && (
          <Button icon={RotateCcw} onClick={() => setAsked('restore')}>
            Undo the takedown
          </Button>
        )}
        <Button icon={heldAt ? Unlock : Lock} isBusy={isRunning} onClick={() => void run()}>
          {heldAt ? 'End the legal hold' : 'Put on legal hold'}
        </Button>
        {notErasable === null && (
          <Button look="danger" icon={Eraser} onClick={() => setAsked('erase')}>
            Erase personal data
          </Button>
        )}
      </div>
      {notErasable !== null && (
        <p className="mt-3 text-sm text-muted">Personal data cannot be erased now. {notErasable}</p>
      )}
      <NoteDialog id={id} isOpen={asked === 'note'} onClose={close} />
      <RestoreDialog id={id} isOpen={asked === 'restore'} onClose={close} />
      <EraseDialog id={id} isOpen={asked === 'erase'} onClose={close} />
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
