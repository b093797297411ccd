import type { Handlers } from '../../http/mount.ts';
import type { MediaAddresses, MediaFields } from './addresses.ts';

/** `getVideo` throws not_found unless the video is publicly visible. */
export function mediaRoutes(
  addresses: MediaAddresses,
  getVideo: (id: string) => Promise<MediaFields>,
): Handlers['media'] {
  return {
    signVideo: async ({ id }) => addresses.signVideo(await getVideo(id)),
    signThumbnail: async ({ id }) => ({ signedUrl: addresses.thumbnailUrl(await getVideo(id)) }),
  };
}
