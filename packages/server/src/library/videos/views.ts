import { AppError } from '../../kernel/lib/app-error.ts';
import { createViewCounter, type ViewDeps } from '../views/index.ts';
import { addViews, publicVideo } from './count-queries.ts';

export type VideoViewCounter = ReturnType<typeof createVideoViewCounter>;

export function createVideoViewCounter(deps: ViewDeps) {
  const counter = createViewCounter(deps, { kind: 'video', publicThing: publicVideo, add: addViews });
  return {
    start: counter.start,
    stop: counter.stop,
    /** True if the view counts. Throws not_found unless the video is publicly visible. */
    async register(videoId: string, visitor: { address: string; userAgent: string }): Promise<boolean> {
      const { found, counted } = await counter.register(videoId, visitor);
      if (!found) throw new AppError('not_found', "The video you're looking for doesn't exist.");
      return counted;
    },
  };
}
