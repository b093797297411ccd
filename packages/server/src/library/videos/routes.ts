import type { Category } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import type { Held } from '../../kernel/lib/held.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { getVideo, listCategories, listRelated, listVideos, type PublicVideosFor } from './videos.ts';
import type { VideoViewCounter } from './views.ts';

export function videoRoutes(
  publicVideosFor: PublicVideosFor,
  views: VideoViewCounter,
  { otherOwner }: Pick<DomainDirectory, 'otherOwner'>,
): Handlers['videos'] {
  return {
    list: async (input, { hostname }) => listVideos(await publicVideosFor(hostname), input),
    get: async ({ id }, { hostname }) => {
      const video = await getVideo(await publicVideosFor(hostname), id);
      const owner = await otherOwner(hostname, video.category);
      return owner ? { ...video, owner } : video;
    },
    related: async ({ id }, { hostname }) => listRelated(await publicVideosFor(hostname), id),
    registerView: async ({ id }, { visitor }) => ({ counted: await views.register(id, visitor) }),
  };
}

export function categoryRoutes(db: Db, held: Held<Category[]>): Handlers['categories'] {
  // Who has just changed one asks by the call, and sees the change.
  return { list: (_input, { isForPage }) => (isForPage ? held.get() : listCategories(db)) };
}
