import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { decideGoneVideo, type HealthDeps, listGoneVideos } from './gone-videos.ts';
import { redownloadMissing } from './missing-files.ts';
import { survivalOfSource } from './survival.ts';

export function healthRoutes(deps: HealthDeps): Handlers['health'] {
  return {
    gone: (query) => drainOutbox(deps.db).then(() => listGoneVideos(deps.db, query)),
    decide: ({ id, decision }) => drainOutbox(deps.db).then(() => decideGoneVideo(deps, id, decision)),
    survival: ({ id }) => drainOutbox(deps.db).then(() => survivalOfSource(deps.db, id)),
    redownloadMissing: () => redownloadMissing(deps),
  };
}
