import type { DmcaSummary } from '@vesper/contract';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx';
import { exactTime } from '../../ui/value-text.ts';
import type { AskedDecision } from './use-asked-decision.ts';

/** Confirms a decision, or says that someone else has already decided. */
export function DecisionQuestion({ asked, newest, confirm, close }: AskedDecision) {
  if (newest && newest.status !== 'pending') return <DecidedMeanwhile request={newest} onClose={close} />;
  const isApproval = asked?.status === 'approved';
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      question={isApproval ? 'Approve this request?' : 'Deny this request?'}
      explanation={isApproval ? whatApprovalDoes(asked.request) : DENIAL}
      action={isApproval ? 'Approve request' : 'Deny request'}
      isDestructive={isApproval}
      onConfirm={confirm}
      onClose={close}
    />
  );
}

function DecidedMeanwhile({ request, onClose }: { request: DmcaSummary; onClose: () => void }) {
  const { id, initials, status, decidedBy, respondedAt, adminNotes } = request;
  return (
    <Dialog title="This request has been decided meanwhile" isOpen onClose={onClose}>
      <p className="text-sm leading-relaxed text-pretty wrap-anywhere text-muted">
        The request{initials && ` of ${initials}`} ({id.slice(0, 8)}) was {status} by{' '}
        {decidedBy ?? 'somebody else'}
        {respondedAt && `, ${exactTime(respondedAt)}`}. There is no second decision.
      </p>
      {adminNotes && <p className="text-sm wrap-anywhere whitespace-pre-line">{adminNotes}</p>}
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

const DENIAL =
  'The video stays as it is, and the complainant is told by mail. A denial cannot be undone; the complainant may send another notice.';

function whatApprovalDoes({ video }: DmcaSummary): string {
  const told = 'The complainant is told by mail.';
  if (!video)
    return `This request names no video on this site, so nothing is removed. ${told} The decision is final.`;
  const strike = video.sourceName ? ` A strike is counted against its source, "${video.sourceName}".` : '';
  return `This takes the video off the site at once. "${video.title}" leaves every list, its files become unreachable, and its address is blocked.${strike} ${told} A wrong approval can be undone on the request's page, with a reason and your password: the video comes back, and the strike is void.`;
}
