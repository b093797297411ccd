import { type OpenCalls, openCalls } from '@vesper/core/contract';
import { SignedThumbnail, SignedVideo, VideoParams } from './videos.ts';

export const mediaCalls = openCalls({
  signVideo: {
    route: 'GET /api/videos/:id/signed-url',
    summary: "Signs a temporary address for a video's film.",
    caller: 'public',
    params: VideoParams,
    output: SignedVideo,
    errors: ['not_found'],
  },
  signThumbnail: {
    route: 'GET /api/videos/:id/thumbnail-signed-url',
    summary: "Signs a temporary address for a video's picture.",
    caller: 'public',
    params: VideoParams,
    output: SignedThumbnail,
    errors: ['not_found'],
  },
} as const satisfies OpenCalls);
