import type { MissingVideos } from '@vesper/contract';
import { FileSearch } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { ActButton } from '../../ui/dialog/acts.tsx';

/** Checks the files of all published hosted videos and queues downloads for those that are missing. */
export function RedownloadButton() {
  return (
    <ActButton
      word="Re-Download Missing"
      size="small"
      icon={FileSearch}
      run={(client) => client.health.redownloadMissing()}
      failure="Failed to re-download missing videos"
      success={formatMissingFiles}
    />
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
