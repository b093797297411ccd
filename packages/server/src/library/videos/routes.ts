import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import { type CatalogueFor, getVideo, listCategories, listRelated, listVideos } from './videos.ts';
import type { VideoViewCounter } from './views.ts';

export function videoRoutes(catalogueFor: CatalogueFor, views: VideoViewCounter): Handlers['videos'] {
  return {
    list: (input, { hostname }) => listVideos(catalogueFor(hostname), input),
    get: ({ id }, { hostname }) => getVideo(catalogueFor(hostname), id),
    related: ({ id }, { hostname }) => listRelated(catalogueFor(hostname), id),
    registerView: async ({ id }, { visitor }) => ({ counted: await views.register(id, visitor) }),
  };
}

export function categoryRoutes(db: Db): Handlers['categories'] {
  return { list: () => listCategories(db) };
}
