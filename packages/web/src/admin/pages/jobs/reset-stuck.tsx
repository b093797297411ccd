import type { DownloadsMoving } from '@vesper/contract';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { countText, formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';

const FAILURE = 'Failed to reset stuck jobs';

/** Puts running downloads back into the queue; asks first if some are still making progress. */
export function ResetStuckButton({ processing }: { processing: number }) {
  const [asked, setAsked] = useState<DownloadsMoving>();
  const reset = useAdminMutation({
    run: (client, keepMoving: boolean) => client.downloads.resetStuck({ keepMoving }),
    failure: FAILURE,
    success: ({ message }) => ({ title: message }),
  });
  const look = useAdminMutation({
    run: (client) => client.downloads.moving(),
    failure: FAILURE,
    onDone: (found) => {
      // Downloads started since then are left alone.
      if (found.moving === 0) void reset.run(true);
      else setAsked(found);
    },
  });
  const confirm = (keepMoving: boolean) => {
    setAsked(undefined);
    void reset.run(keepMoving);
  };
  const still = (asked?.processing ?? 0) - (asked?.moving ?? 0);
  return (
    <>
      <Button
        size="small"
        icon={RotateCcw}
        isBusy={look.isRunning || reset.isRunning}
        disabled={processing === 0}
        onClick={() => void look.run()}
      >
        Reset Stuck ({formatCount(processing)})
      </Button>
      <Dialog
        title="Reset downloads that are still running?"
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        {asked && (
          <>
            <p className="text-sm leading-relaxed text-pretty text-muted">
              {formatCount(asked.moving)} of {countText(asked.processing, 'download')} made progress within
              the last five minutes. A download that is reset returns to the queue and later resumes where its
              file was cut off.
            </p>
            <DialogButtons>
              <Button onClick={() => setAsked(undefined)}>Cancel</Button>
              {still > 0 && (
                <Button look="primary" onClick={() => confirm(true)}>
                  Reset only the {formatCount(still)} stuck
                </Button>
              )}
              <Button look="danger" onClick={() => confirm(false)}>
                Reset all {formatCount(asked.processing)}
              </Button>
            </DialogButtons>
          </>
        )}
      </Dialog>
    </>
  );
}
