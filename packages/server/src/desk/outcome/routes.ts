import type { Handlers } from '../../kernel/http/mount.ts';
import type { CaseParts } from '../cases/index.ts';
import { recordCourt, settleCourt } from './court.ts';

export function caseRoutes(cases: CaseParts): Handlers['cases'] {
  return {
    async court(action, { actor, act }) {
      await recordCourt(cases, { ...action, by: actor.username });
      act.changed({ subject: action.id, before: {}, after: { state: 'litigation' } });
      return { message: 'The court action is recorded. Nothing comes back until it is settled.' };
    },
    async settle(settlement, { actor, act }) {
      const message = await settleCourt(cases, { ...settlement, by: actor.username });
      act.changed({
        ...{ subject: settlement.id, before: { state: 'litigation' } },
        after: { outcome: settlement.outcome },
      });
      return { message };
    },
  };
}
