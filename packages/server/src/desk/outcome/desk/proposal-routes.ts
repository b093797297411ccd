import type { Handlers } from '../../../kernel/http/mount.ts';
import { type CaseParts, endProposal, listProposals, openProposal } from '../../cases/index.ts';
import { decideCase } from '../decide.ts';
import { restoreAny } from '../restoring/restore.ts';

export function proposalRoutes(parts: CaseParts): Handlers['proposals'] {
  return {
    list: ({ caseId }, { actor }) => listProposals(parts, { caseId, for: actor.username }),
    async confirm({ id }, { actor, act }) {
      const { caseId, proposedBy, message } = await confirmProposal(parts, { id, by: actor.username });
      act.changed({ subject: caseId, after: { proposal: id, proposedBy } });
      return { message };
    },
    async refuse({ id }, { actor, act }) {
      const { caseId, message } = await endProposal(parts, { id, by: actor.username });
      act.changed({ subject: caseId, after: { proposal: id } });
      return { message };
    },
  };
}

export interface Confirmed {
  caseId: string;
  proposedBy: string;
  /** What came of it, in sentences. */
  message: string;
}

/**
 * Carries out what another administrator has proposed, in the transaction that ends the proposal. Throws not_found,
 * conflict.
 */
export async function confirmProposal(
  parts: CaseParts,
  { id: proposal, by }: { id: string; by: string },
): Promise<Confirmed> {
  const { act, case_id: id, proposed_by: proposedBy, ...proposed } = await openProposal(parts, proposal);
  const { text } = proposed;
  if (act === 'restore') {
    const message = await restoreAny(parts, { id, reason: text ?? '', by, proposal });
    return { caseId: id, proposedBy, message };
  }
  const message = await decideCase(parts, {
    ...{ id, status: act === 'approve' ? 'approved' : 'denied', note: text, by, proposal },
    ...{ ground: proposed.ground ?? undefined, category: proposed.category ?? undefined },
  });
  return { caseId: id, proposedBy, message };
}
