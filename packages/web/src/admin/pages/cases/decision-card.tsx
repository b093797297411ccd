import type { CaseDetails } from '@vesper/contract';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useUnsaved } from '../../data/unsaved.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Options, SelectField, TextArea } from '../../ui/field.tsx';

type Status = 'approved' | 'denied';

/** Approve or deny, with a ground and a note, after a question. */
export function DecisionCard({ kase }: { kase: CaseDetails }) {
  const { id, kind, grounds, confirmedAt } = kase;
  const [ground, setGround] = useState(grounds[0]?.name ?? '');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<Status>();
  useUnsaved(note.trim() !== '');
  const { run, isRunning } = useAdminMutation({
    run: (client, status: Status) =>
      client.casework.decide({
        id,
        status,
        ...(status === 'approved' && { ground }),
        note: note.trim() || null,
      }),
    failure: 'The case could not be decided.',
    success: ({ message, case: { isOpen } }, status) => ({
      title: isOpen ? 'Proposed' : status === 'approved' ? 'Case approved' : 'Case denied',
      description: message,
    }),
    onDone: () => setNote(''),
  });
  return (
    <Card
      title="Decision"
      about={
        confirmedAt
          ? 'The sender is told by mail. An approval can be undone later; a denial cannot.'
          : 'No mailbox is confirmed, so the sender is not told. An approval can be undone later; a denial cannot.'
      }
    >
      <div className="flex max-w-2xl flex-col gap-4">
        {grounds.length > 1 && (
          <SelectField label="Ground" value={ground} onChange={({ target }) => setGround(target.value)}>
            <Options of={grounds.map(({ name, words }) => [name, words])} />
          </SelectField>
        )}
        <TextArea
          label="Note"
          rows={3}
          maxLength={2000}
          hint="Internal, and sealed with the case."
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {kind === 'counter_notice' ? (
            <p className="w-full text-sm text-muted">
              A counter-notice is granted by restoring the case that it answers.
            </p>
          ) : (
            <Button look="danger" icon={Check} isBusy={isRunning} onClick={() => setAsked('approved')}>
              Approve
            </Button>
          )}
          <Button icon={X} isBusy={isRunning} onClick={() => setAsked('denied')}>
            Deny
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={asked === 'approved' ? 'Approve this case?' : 'Deny this case?'}
        explanation={asked === 'approved' ? whatApprovalDoes(kase) : whatDenialDoes(kase)}
        action={asked === 'approved' ? 'Approve case' : 'Deny case'}
        isDestructive={asked === 'approved'}
        onConfirm={() => {
          setAsked(undefined);
          if (asked) void run(asked);
        }}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  );
}

function whatApprovalDoes({ videos }: CaseDetails): string {
  if (videos === 0) return 'It names no video on this site, so nothing is removed. The decision is final.';
  return `This takes ${countText(videos, 'video')} off the site at once: out of every list, files unreachable, addresses blocked. A wrong approval can be undone on this page, with a reason and your password.`;
}

function whatDenialDoes({ hiddenAt }: CaseDetails): string {
  return hiddenAt
    ? 'The videos that were hidden meanwhile are shown again. A denial cannot be undone.'
    : 'The videos stay as they are. A denial cannot be undone.';
}
