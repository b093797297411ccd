import { type Handlers, requireConfirmed } from '@vesper/core/http/mount.ts';
import type { MediaAddresses } from '@vesper/library/media';
import { decideDuplicate } from './decisions.ts';
import { checkDuplicate, listDecisions } from './duplicates.ts';
import { type MergeDeps, mergeVideos } from './merge.ts';

export function duplicateRoutes({
  addresses,
  ...merging
}: MergeDeps & { addresses: MediaAddresses }): Handlers['duplicates'] {
  return {
    check: ({ sourceUrl }) => checkDuplicate(merging.db, sourceUrl),
    list: async (request, { hostname }) =>
      listDecisions(merging.db, request, (await addresses.forHost(hostname)).thumbnailUrl),
    decide: async ({ id, outcome, stays }, { actor, act }) => {
      if (outcome === 'merge') requireConfirmed(actor);
      const { before, ...decided } = await decideDuplicate(merging, id, {
        outcome,
        stays,
        by: actor.username,
      });
      act.changed({ subject: `duplicate ${id}`, before: { outcome: before }, after: decided });
      return decided;
    },
    merge: async ({ id, into }, { actor, act }) => {
      await mergeVideos(merging, { fromId: id, toId: into, by: actor.username });
      act.changed({ subject: id, after: { mergedInto: into } });
      return { videoId: into };
    },
  };
}
