import { followOutbox } from '../../kernel/db/outbox.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import { decideGoneVideo, type HealthDeps, listGoneVideos } from './gone-videos.ts';
import { redownloadMissing } from './missing-files.ts';
import { survivalOfSource } from './survival.ts';

export function healthRoutes(deps: HealthDeps): Handlers['health'] {
  return {
    gone: (query) => followOutbox(deps.db).then(() => listGoneVideos(deps.db, query)),
    decide: ({ id, decision }) => followOutbox(deps.db).then(() => decideGoneVideo(deps, id, decision)),
    survival: ({ id }) => followOutbox(deps.db).then(() => survivalOfSource(deps.db, id)),
    redownloadMissing: () => redownloadMissing(deps),
  };
}
