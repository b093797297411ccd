import type { KeywordRecord } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface DeleteKeywordDialogProps {
  keyword: KeywordRecord | undefined;
  onClose: () => void;
}

export function DeleteKeywordDialog({ keyword, onClose }: DeleteKeywordDialogProps) {
  const { run, isRunning } = useAdminMutation({
    run: (client, { id, version }: KeywordRecord) => client.keywords.delete({ id, version }),
    failure: 'Failed to delete keyword',
    success: ({ message }) => ({ title: 'Keyword deleted', description: message }),
  });
  const count = keyword?.linkedVideos ?? 0;
  const links = count === 1 ? 'Its link to 1 video goes' : `Its links to ${formatCount(count)} videos go`;
  return (
    <ConfirmDialog
      isOpen={keyword !== undefined}
      question={`Delete "${keyword?.keyword ?? ''}"?`}
      explanation={
        <p>
          Its page disappears at once. {count > 0 && `${links} with it; the videos stay. `}This cannot be
          undone.
        </p>
      }
      action="Delete"
      isDestructive
      isBusy={isRunning}
      onConfirm={() => keyword && void run(keyword).finally(onClose)}
      onClose={onClose}
    />
  );
}
