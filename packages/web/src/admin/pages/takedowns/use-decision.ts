import { DMCA_NOTES, type DmcaSummary } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';

export interface DecisionInput {
  request: DmcaSummary;
  status: 'approved' | 'denied';
  notes?: string;
  videoId?: string;
}

/** The video id in an administrator's input: the id itself or its page's address. */
function videoIdIn(text: string): string {
  return /\/video\/([^/?#]+)/.exec(text)?.[1] ?? text;
}

/** A decision as the call takes it; without notes of the administrator's own it has the specified ones. */
export function callOf({ request, status, notes = '', videoId = '' }: DecisionInput) {
  return {
    id: request.id,
    status,
    adminNotes: notes.trim() || DMCA_NOTES[status],
    ...(videoId.trim() ? { videoId: videoIdIn(videoId.trim()) } : {}),
  };
}

/** Approves or denies a request. */
export function useDecision(onDone?: () => void) {
  return useAdminMutation({
    run: (client, decision: DecisionInput) => client.takedowns.decide(callOf(decision)),
    failure: 'Failed to update DMCA request',
    success: ({ message }, { status }) => ({
      title: status === 'approved' ? 'Request approved' : 'Request denied',
      description: message,
    }),
    ...(onDone ? { onDone } : {}),
  });
}
