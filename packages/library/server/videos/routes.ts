import type { Category, VideoListQuery } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import type { Held } from '@vesper/core/lib/held.ts';
import type { DomainDirectory } from '@vesper/site/domains';
import type { Refusals } from '../refusals/index.ts';
import { allowedList, refusedList } from './refused-list.ts';
import { getVideo, listCategories, listRelated, listVideos, type PublicVideosFor } from './videos.ts';
import type { VideoViewCounter } from './views.ts';

export function videoRoutes(
  publicVideosFor: PublicVideosFor,
  views: VideoViewCounter,
  { domains, refusals }: { domains: Pick<DomainDirectory, 'otherOwner'>; refusals: Refusals },
): Handlers['videos'] {
  return {
    list: async (input, { hostname, isForPage }) => {
      const publicVideos = await publicVideosFor(hostname, { areCards: isForPage });
      if (!namesWords(input)) return listVideos(publicVideos, input);
      const list = await refusals.get();
      const refused = refusedList(list, input);
      if (refused) return refused;
      const owner = input.category ? await domains.otherOwner(hostname, input.category) : undefined;
      return {
        ...allowedList(list, input, await listVideos(publicVideos, input)),
        ...(owner ? { owner } : {}),
      };
    },
    get: async ({ id }, { hostname }) => {
      const video = await getVideo(await publicVideosFor(hostname), id);
      const owner = await domains.otherOwner(hostname, video.category);
      return owner ? { ...video, owner } : video;
    },
    related: async ({ id }, { hostname, isForPage }) =>
      listRelated(await publicVideosFor(hostname, { areCards: isForPage }), id),
    registerView: async ({ id, after }, { visitor }) => ({
      counted: await views.register(id, visitor, after),
    }),
  };
}

/** A list of all videos has no words to check. */
function namesWords({ search, tag, category }: VideoListQuery): boolean {
  return [search, tag, category].some(Boolean);
}

export function categoryRoutes(
  { db, refusals }: { db: Db; refusals: Refusals },
  held: Held<Category[]>,
): Handlers['categories'] {
  // Uncached: a changed category shows at once.
  return { list: (_input, { isForPage }) => (isForPage ? held.get() : listCategories(db, refusals)) };
}
