import type { Handlers } from '@vesper/core/http/mount.ts';
import type { MediaAddresses, MediaFields } from './delivery/addresses.ts';

/** Throws not_found unless the video is publicly visible. */
export type FindMedia = (id: string) => Promise<MediaFields>;

export function mediaRoutes(addresses: MediaAddresses, getVideo: FindMedia): Handlers['media'] {
  return {
    signVideo: async ({ id }, { hostname }) =>
      (await addresses.forHost(hostname)).signVideo(await getVideo(id)),
    signThumbnail: async ({ id }, { hostname }) => ({
      signedUrl: (await addresses.forHost(hostname)).thumbnailUrl(await getVideo(id)),
    }),
  };
}
