import type { DmcaRequest } from '@vesper/contract';
import { RotateCcw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { REQUESTS_PATH } from './use-decision.ts';

/** For an approval that was wrong: asks for the reason, and (the server) for the password. */
export function RestoreButton({ request }: { request: DmcaRequest }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAdminMutation({
    run: (client, reason: string) => client.takedowns.restore({ id: request.id, reason }),
    failure: 'The takedown could not be undone.',
    refreshes: [REQUESTS_PATH, '/api/video-sources'],
    success: ({ message }) => ({ title: 'Takedown undone', description: message }),
  });
  return (
    <>
      <Button icon={RotateCcw} isBusy={isRunning} onClick={() => setAsking(true)}>
        Undo the takedown
      </Button>
      <Dialog title="Undo the takedown?" isOpen={isAsking} onClose={() => setAsking(false)}>
        <RestoreForm
          onClose={() => setAsking(false)}
          onConfirm={(reason) => {
            setAsking(false);
            void run(reason);
          }}
        />
      </Dialog>
    </>
  );
}

function RestoreForm({ onConfirm, onClose }: { onConfirm: (reason: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') onConfirm(reason.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        The video is shown again, may be taken in again, and the strike against its source is void. The
        request stays approved, with this reason beside it.
      </p>
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="danger" disabled={reason.trim() === ''}>
          Undo the takedown
        </Button>
      </DialogButtons>
    </form>
  );
}
