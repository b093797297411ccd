import type { CaseDetails } from '@vesper/contract';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';

/** Counted up to this. */
const MOST_COUNTED = 1000;

/** Copies beyond those that are looked through at once, and what to do with them. */
export function CopiesNote({ details: { id, copies } }: { details: CaseDetails }) {
  const [isAsking, setAsking] = useState(false);
  const act = copies?.act ?? 'release';
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.casework.copies({ id, act }),
    failure: 'The job could not be started.',
    success: ({ message }) => ({ title: 'Started', description: message }),
  });
  if (!copies) return null;
  const isRelease = act === 'release';
  const count = countText(copies.videos, 'video', copies.videos >= MOST_COUNTED);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-warn p-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {isRelease
          ? `${count} still off the site because of this case: there were too many copies to tell whether another case names one.`
          : `${count} on the site that the case takes off: copies beyond the first thousand. After an approval a job takes them off by itself.`}
      </p>
      <Button size="small" isBusy={isRunning} onClick={() => setAsking(true)}>
        {isRelease ? 'Bring them back' : 'Take them off'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={isRelease ? 'Bring these videos back?' : 'Take these copies off?'}
        explanation={
          isRelease
            ? 'A job shows them again, and their addresses are unblocked. What another case holds stays off, and becomes that case’s.'
            : 'A job takes them off like what the case names. Undoing the takedown, or a denial, brings them back.'
        }
        action={isRelease ? 'Bring them back' : 'Take them off'}
        isDestructive={!isRelease}
        onConfirm={() => {
          setAsking(false);
          void run();
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
