import { SynonymGroup } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { type RefusedWords, requireAllowed } from '@vesper/core/lib/text/refused-words.ts';
import { type SynonymRow, selectSynonymGroups } from './synonym-queries.ts';
import { changeSynonymGroup, createSynonymGroup, deleteSynonymGroup } from './synonyms.ts';

export function synonymRoutes(db: Db, refusals: RefusedWords): Handlers['synonyms'] {
  return {
    list: async () => (await selectSynonymGroups(db)).map(groupView),
    create: async (group, { act }) => {
      await requireAllowed(refusals, { words: group.words });
      const row = await createSynonymGroup(db, group);
      act.changed({ subject: nameOf(row), after: noted(row) });
      return groupView(row);
    },
    change: async ({ id, ...changes }, { act }) => {
      await requireAllowed(refusals, { words: changes.words });
      const { before, after } = await changeSynonymGroup(db, id, changes);
      act.changed({ subject: nameOf(after), before: noted(before), after: noted(after) });
      return groupView(after);
    },
    delete: async ({ id, version }, { act }) => {
      const row = await deleteSynonymGroup(db, id, version);
      act.changed({ subject: nameOf(row), before: noted(row) });
      return { message: `${nameOf(row)} are no longer synonyms.` };
    },
  };
}

function groupView(row: SynonymRow): SynonymGroup {
  return viewOf(SynonymGroup, row, {});
}

function nameOf({ words }: SynonymRow): string {
  return words.join(', ');
}

function noted({ words, domain_id: domainId }: SynonymRow): object {
  return { words, domainId };
}
