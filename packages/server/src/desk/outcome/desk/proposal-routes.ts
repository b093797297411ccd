import type { Handlers } from '../../../kernel/http/mount.ts';
import { type CaseParts, endProposal, listProposals } from '../../cases/index.ts';
import { confirmProposal } from './confirm.ts';

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
