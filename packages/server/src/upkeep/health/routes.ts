import type { Handlers } from '../../kernel/http/mount.ts';
import { decideGoneVideo, type HealthDeps, listGoneVideos } from './gone-videos.ts';
import { redownloadMissing } from './missing-files.ts';
import { survivalOfSource } from './survival.ts';

export function healthRoutes(deps: HealthDeps): Handlers['health'] {
  return {
    gone: (query) => listGoneVideos(deps.db, query),
    decide: ({ id, decision }) => decideGoneVideo(deps, id, decision),
    survival: ({ id }) => survivalOfSource(deps.db, id),
    redownloadMissing: () => redownloadMissing(deps),
  };
}
