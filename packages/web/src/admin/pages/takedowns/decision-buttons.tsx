import type { DmcaRequest } from '@vesper/contract';
import { Check, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { AskedDecision } from './use-asked-decision.ts';
import type { DecisionInput } from './use-decision.ts';

interface DecisionButtonsProps {
  request: DmcaRequest;
  decision: AskedDecision;
  size?: 'regular' | 'small';
  /** What the administrator has typed, where there are fields for it. */
  typed?: Pick<DecisionInput, 'notes' | 'videoId'>;
}

/**
 * Approve and deny, each after a question, which the page holds; of a request that is decided there is nothing
 * (specification, section 2).
 */
export function DecisionButtons({ request, decision, size = 'regular', typed = {} }: DecisionButtonsProps) {
  if (request.status !== 'pending') return null;
  const { ask, runningId } = decision;
  const of = `the request of ${request.complainantName}`;
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
