import type { SourceStrike } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { RowButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonForm } from '../../ui/reason-form.tsx';

/** Voids a strike that should not count; asks for a reason. */
export function VoidStrikeButton({ strike }: { strike: SourceStrike }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const name = strike.videoTitle ? `the strike for ${strike.videoTitle}` : 'the strike';
  return (
    <>
      <RowButton word="Void" row={name} onClick={() => setAsking(true)} />
      <Dialog title="Void this strike?" isOpen={isAsking} onClose={close}>
        <VoidForm strikeId={strike.id} onClose={close} />
      </Dialog>
    </>
  );
}

function VoidForm({ strikeId, onClose }: { strikeId: string; onClose: () => void }) {
  const { run, isRunning, problems } = useAdminMutation({
    run: (client, why: string) => client.takedowns.voidStrike({ id: strikeId, reason: why }),
    failure: 'The strike could not be voided.',
    success: ({ message }) => ({ title: 'Strike voided', description: message }),
    onDone: onClose,
  });
  return (
    <ReasonForm
      explanation="It stays on record with this reason but no longer counts. This cannot be undone. A disabled source stays disabled until it is enabled; the video stays off the site."
      action="Void the strike"
      problem={problems.reason}
      isBusy={isRunning}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    />
  );
}
