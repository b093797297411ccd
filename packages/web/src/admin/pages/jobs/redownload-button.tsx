import type { MissingVideos } from '@vesper/contract';
import { FileSearch } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';

/** Checks the files of all published hosted videos and queues downloads for those that are missing. */
export function RedownloadButton() {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.health.redownloadMissing(),
    failure: 'Failed to re-download missing videos',
    success: formatMissingFiles,
  });
  return (
    <Button size="small" icon={FileSearch} isBusy={isRunning} onClick={() => void run()}>
      Re-Download Missing
    </Button>
  );
}

function formatMissingFiles({ checked, missing, requeued, done }: MissingVideos) {
  const numbers = `Checked: ${formatCount(checked)} | Missing: ${formatCount(missing)} | Requeued: ${formatCount(requeued)}`;
  return {
    title: done ? 'All files checked' : 'Checking files',
    description: done
      ? numbers
      : `${numbers}. The check continues in the background; click again to see its progress.`,
  };
}
