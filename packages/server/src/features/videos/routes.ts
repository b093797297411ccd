import type { Handlers } from '../../http/mount.ts';
import { type Catalogue, getVideo, listCategories, listRelated, listVideos } from './videos.ts';
import type { VideoViewCounter } from './views.ts';

export function videoRoutes(catalogue: Catalogue, views: VideoViewCounter): Handlers['videos'] {
  return {
    list: (input) => listVideos(catalogue, input),
    get: ({ id }) => getVideo(catalogue, id),
    related: ({ id }) => listRelated(catalogue, id),
    registerView: async ({ id }, { visitor }) => ({ counted: await views.register(id, visitor) }),
  };
}

export function categoryRoutes({ db }: Catalogue): Handlers['categories'] {
  return { list: () => listCategories(db) };
}
