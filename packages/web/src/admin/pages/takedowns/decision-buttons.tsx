import type { DmcaRequest } from '@vesper/contract';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { type DecisionInput, useDecision } from './use-decision.ts';

interface DecisionButtonsProps {
  request: DmcaRequest;
  size?: 'regular' | 'small';
  /** What the administrator has typed, where there are fields for it. */
  typed?: Pick<DecisionInput, 'notes' | 'videoId'>;
}

/** Approve and deny, each after a question; of a request that is decided there is nothing (specification, section 2). */
export function DecisionButtons({ request, size = 'regular', typed = {} }: DecisionButtonsProps) {
  const [asked, setAsked] = useState<DecisionInput['status']>();
  const { run, isRunning } = useDecision();
  if (request.status !== 'pending')
    return (
      <DecidedMeanwhile request={request} isAsked={asked !== undefined} onClose={() => setAsked(undefined)} />
    );
  const isApproval = asked === 'approved';
  const of = `the request of ${request.complainantName}`;
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="danger"
        size={size}
        icon={Check}
        isBusy={isRunning}
        aria-label={`Approve ${of}`}
        onClick={() => setAsked('approved')}
      >
        Approve
      </Button>
      <Button
        size={size}
        icon={X}
        disabled={isRunning}
        aria-label={`Deny ${of}`}
        onClick={() => setAsked('denied')}
      >
        Deny
      </Button>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={isApproval ? 'Approve this request?' : 'Deny this request?'}
        explanation={isApproval ? whatApprovalDoes(request, typed.videoId) : DENIAL}
        action={isApproval ? 'Approve request' : 'Deny request'}
        isDestructive={isApproval}
        onConfirm={() => {
          setAsked(undefined);
          if (asked) void run({ request, status: asked, ...typed });
        }}
        onClose={() => setAsked(undefined)}
      />
    </span>
  );
}

/** Whoever was asked and is second reads that there is nothing left to decide. */
function DecidedMeanwhile(props: { request: DmcaRequest; isAsked: boolean; onClose: () => void }) {
  const { request, isAsked, onClose } = props;
  return (
    <Dialog title="This request has been decided meanwhile" isOpen={isAsked} onClose={onClose}>
      <p className="text-sm leading-relaxed text-pretty text-muted">
        Somebody else has {request.status} it. There is no second decision.
      </p>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

const DENIAL = 'The video stays as it is, and the complainant is told by mail. There is no second decision.';

function whatApprovalDoes({ video }: DmcaRequest, videoId = ''): string {
  const after = 'The complainant is told by mail. There is no second decision.';
  if (!video && videoId.trim() === '')
    return `This request names no video that is on this site: nothing is taken off. ${after}`;
  const what = video ? `"${video.title}"` : 'It';
  const strike = video?.sourceName ? ` A strike is counted against its source, "${video.sourceName}".` : '';
  return `This takes the video off the site at once. ${what} leaves every list, its files are out of reach, and it is not taken in again.${strike} ${after}`;
}
