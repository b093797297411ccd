import type { Handlers } from '@vesper/core/http/mount.ts';
import { type ClearingDeps, clearLibrary } from './clearing.ts';

export function clearingRoutes(deps: ClearingDeps): Pick<Handlers['catalogue'], 'clearAll'> {
  return {
    clearAll: async (_input, { actor, act }) => {
      const cleared = await clearLibrary(deps, actor.username);
      act.changed({ subject: 'all videos', before: { videos: cleared.count }, after: { videos: 0 } });
      return cleared;
    },
  };
}
