import type { DmcaSummary } from '@vesper/contract';
import { Check, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { requestInWords } from './request-badge.tsx';
import type { AskedDecision } from './use-asked-decision.ts';
import type { DecisionInput } from './use-decision.ts';

interface DecisionButtonsProps {
  request: DmcaSummary;
  decision: AskedDecision;
  size?: 'regular' | 'small';
  /** The administrator's input, if the page has fields for it. */
  typed?: Pick<DecisionInput, 'notes' | 'videoId'>;
}

/** Approve and deny, each after a confirmation, which the page holds. Hidden once decided. */
export function DecisionButtons({ request, decision, size = 'regular', typed = {} }: DecisionButtonsProps) {
  if (request.status !== 'pending') return null;
  const { ask, runningId } = decision;
  const of = requestInWords(request);
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="danger"
        size={size}
        icon={Check}
        isBusy={runningId === request.id}
        disabled={runningId !== undefined}
        aria-label={`Approve ${of}`}
        onClick={() => ask({ request, status: 'approved', ...typed })}
      >
        Approve
      </Button>
      <Button
        size={size}
        icon={X}
        disabled={runningId !== undefined}
        aria-label={`Deny ${of}`}
        onClick={() => ask({ request, status: 'denied', ...typed })}
      >
        Deny
      </Button>
    </span>
  );
}
