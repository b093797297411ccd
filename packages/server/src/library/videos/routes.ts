import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import { getVideo, listCategories, listRelated, listVideos, type PublicVideosFor } from './videos.ts';
import type { VideoViewCounter } from './views.ts';

export function videoRoutes(publicVideosFor: PublicVideosFor, views: VideoViewCounter): Handlers['videos'] {
  return {
    list: (input, { hostname }) => listVideos(publicVideosFor(hostname), input),
    get: ({ id }, { hostname }) => getVideo(publicVideosFor(hostname), id),
    related: ({ id }, { hostname }) => listRelated(publicVideosFor(hostname), id),
    registerView: async ({ id }, { visitor }) => ({ counted: await views.register(id, visitor) }),
  };
}

export function categoryRoutes(db: Db): Handlers['categories'] {
  return { list: () => listCategories(db) };
}
