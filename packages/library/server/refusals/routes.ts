import type { AdminContext, Handlers } from '@vesper/core/http/mount.ts';
import {
  addTerms,
  changeRefusals,
  getRefusals,
  listTerms,
  type RefusalDeps,
  removeTerms,
  tryText,
} from './list.ts';

export function refusalRoutes(deps: RefusalDeps): Handlers['refusals'] {
  const { db } = deps;
  return {
    get: () => getRefusals(db),
    async change(settings, { actor, act }) {
      const { before, after } = await changeRefusals(deps, { ...settings, actor });
      act.changed({ subject: 'blocked terms', before, after });
      return getRefusals(db);
    },
    terms: (query) => listTerms(db, query),
    async add({ language, kind, terms }, { actor, act }: AdminContext) {
      const added = await addTerms(deps, { language, kind, terms, actor });
      act.changed({ subject: language, after: { kind, terms: added.added.length } });
      return added;
    },
    async remove({ ids }, { actor, act }) {
      const removed = await removeTerms(deps, { ids, actor });
      act.changed({ subject: `${removed} terms` });
      return { removed };
    },
    try: ({ text }) => tryText(deps, text),
  };
}
