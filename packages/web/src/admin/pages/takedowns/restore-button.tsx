import type { DmcaSummary } from '@vesper/contract';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';

/** Undoes a wrong approval; asks for a reason, and the server for the password. */
export function RestoreButton({ request }: { request: DmcaSummary }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAdminMutation({
    run: (client, reason: string) => client.takedowns.restore({ id: request.id, reason }),
    failure: 'The takedown could not be undone.',
    success: ({ message, request: { restored } }) => ({
      title: restored ? 'Takedown undone' : 'Proposed',
      description: message,
    }),
  });
  return (
    <>
      <Button icon={RotateCcw} isBusy={isRunning} onClick={() => setAsking(true)}>
        Undo the takedown
      </Button>
      <Dialog title="Undo the takedown?" isOpen={isAsking} onClose={() => setAsking(false)}>
        <ReasonForm
          explanation="The video is shown again, its address is unblocked, and the strike against its source is void. The request stays approved, with this reason."
          action="Undo the takedown"
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
