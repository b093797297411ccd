import type { Handlers } from '../../kernel/http/mount.ts';
import { decideGoneVideo, type HealthDesk, listGoneVideos } from './gone-videos.ts';
import { redownloadMissing } from './missing-files.ts';
import { survivalOfSource } from './survival.ts';

export function healthRoutes(desk: HealthDesk): Handlers['health'] {
  return {
    gone: (query) => listGoneVideos(desk.db, query),
    decide: ({ id, decision }) => decideGoneVideo(desk, id, decision),
    survival: ({ id }) => survivalOfSource(desk.db, id),
    redownloadMissing: () => redownloadMissing(desk),
  };
}
