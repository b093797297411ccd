import type { DmcaSummary } from '@vesper/contract';
import { Check, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { requestInWords } from './request-badge.tsx';
import type { AskedDecision } from './use-asked-decision.ts';

interface DecisionButtonsProps {
  request: DmcaSummary;
  decision: AskedDecision;
}

/** Approve and deny, each after a confirmation, which the page holds. Hidden once decided. */
export function DecisionButtons({ request, decision }: DecisionButtonsProps) {
  if (request.status !== 'pending') return null;
  const { ask, runningId } = decision;
  const of = requestInWords(request);
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="danger"
        size="small"
        icon={Check}
        isBusy={runningId === request.id}
        disabled={runningId !== undefined}
        aria-label={`Approve ${of}`}
        onClick={() => ask({ request, status: 'approved' })}
      >
        Approve
      </Button>
      <Button
        size="small"
        icon={X}
        disabled={runningId !== undefined}
        aria-label={`Deny ${of}`}
        onClick={() => ask({ request, status: 'denied' })}
      >
        Deny
      </Button>
    </span>
  );
}
