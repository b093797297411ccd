import type { Handlers } from '../../http/mount.ts';
import { decideDuplicate } from './decisions.ts';
import { checkDuplicate, listDecisions } from './duplicates.ts';
import { type Merging, mergeVideos } from './merge.ts';

/** Who decides, as decisions remember it. */
const ADMINISTRATOR = 'administrator';

export function duplicateRoutes(merging: Merging): Handlers['duplicates'] {
  return {
    check: ({ sourceUrl }) => checkDuplicate(merging.db, sourceUrl),
    list: (request) => listDecisions(merging.db, request),
    decide: ({ id, outcome }) => decideDuplicate(merging, id, { outcome, by: ADMINISTRATOR }),
    merge: async ({ id, into }) => {
      await mergeVideos(merging, { fromId: id, toId: into, by: ADMINISTRATOR });
      return { videoId: into };
    },
  };
}
