import { type DuplicateDecision, routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx';
import { exactTime } from '../../ui/value-text.ts';
import { formatMergeChoice, POLL_MS } from './duplicate-words.ts';
import { useDuplicateDecision } from './use-duplicate-decision.ts';

export interface AskedMerge {
  decision: DuplicateDecision;
  /** Which of the two stays. */
  stays: 'new' | 'existing';
}

interface MergeQuestionProps {
  asked: AskedMerge | undefined;
  /** The decisions shown. */
  rows: readonly DuplicateDecision[] | undefined;
  onClose: () => void;
}

/** Confirms a merge. It lives outside the list, so that it can say what someone else decided meanwhile. */
export function MergeQuestion({ asked, rows, onClose }: MergeQuestionProps) {
  const { run } = useDuplicateDecision();
  const newest = useNewest(asked?.decision, rows);
  if (newest && newest.outcome !== 'suspected')
    return <DecidedMeanwhile decision={newest} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      question="Merge the two videos?"
      explanation={asked && explain(asked)}
      action="Merge"
      isDestructive
      onConfirm={() => {
        onClose();
        if (asked) void run({ id: asked.decision.id, outcome: 'merge', stays: asked.stays });
      }}
      onClose={onClose}
    />
  );
}

/** The decision as it is now, fetched alone if a filter has taken it out of the list. */
function useNewest(
  decision: DuplicateDecision | undefined,
  rows: readonly DuplicateDecision[] | undefined,
): DuplicateDecision | undefined {
  const id = decision?.id ?? '0';
  const row = rows?.find((one) => one.id === id);
  const { data } = useAdminQuery(
    routes.duplicates.list,
    // The list is in descending order.
    { before: String(Number(id) + 1), limit: 1 },
    { isEnabled: decision !== undefined && row === undefined, pollMs: POLL_MS },
  );
  return row ?? data?.decisions.find((one) => one.id === id) ?? decision;
}

function explain({ decision: { title, video, existing }, stays }: AskedMerge): string {
  return formatMergeChoice(stays, {
    later: video?.title ?? title,
    first: existing?.title ?? 'the other video',
  });
}

function DecidedMeanwhile({ decision, onClose }: { decision: DuplicateDecision; onClose: () => void }) {
  const { title, outcome, decidedBy, decidedAt } = decision;
  return (
    <Dialog title="This has been decided meanwhile" isOpen onClose={onClose}>
      <p className="text-sm leading-relaxed text-pretty wrap-anywhere text-muted">
        “{title}” and the other video were {outcome === 'merged' ? 'merged' : 'both kept'} by {decidedBy},{' '}
        {exactTime(decidedAt)}.
      </p>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}
