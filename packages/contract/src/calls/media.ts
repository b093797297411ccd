import type { CallGroup } from '../call.ts';
import { SignedThumbnail, SignedVideo, VideoParams } from './videos.ts';

export const mediaCalls = {
  signVideo: {
    method: 'GET',
    path: '/api/videos/:id/signed-url',
    summary: "A signed address of a video's film, good for a while.",
    caller: 'public',
    params: VideoParams,
    output: SignedVideo,
    errors: ['not_found'],
  },
  signThumbnail: {
    method: 'GET',
    path: '/api/videos/:id/thumbnail-signed-url',
    summary: "A signed address of a video's picture, good for a while.",
    caller: 'public',
    params: VideoParams,
    output: SignedThumbnail,
    errors: ['not_found'],
  },
} as const satisfies CallGroup;
