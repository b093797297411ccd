import type { Handlers } from '@vesper/core/http/mount.ts';
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

/** In the transaction that ends the proposal. Throws not_found, conflict. */
export async function confirmProposal(
  parts: CaseParts,
  { id: proposal, by }: { id: string; by: string },
): Promise<{ caseId: string; proposedBy: string; message: string }> {
  const proposed = await openProposal(parts, proposal);
  const { act, case_id: caseId, proposed_by: proposedBy, text, ground, category } = proposed;
  const order = { id: caseId, by, proposal };
  const message =
    act === 'restore'
      ? await restoreAny(parts, { ...order, reason: text ?? '' })
      : await decideCase(parts, {
          ...{ ...order, status: act === 'approve' ? 'approved' : 'denied', note: text },
          ...{ ground: ground ?? undefined, category: category ?? undefined },
        });
  return { caseId, proposedBy, message };
}
