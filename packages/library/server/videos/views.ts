import { AppError } from '@vesper/core/lib/app-error.ts';
import { createViewCounter, type ViewDeps } from '../views/index.ts';
import { addViews, publicVideo } from './lists/count-queries.ts';

export type VideoViewCounter = ReturnType<typeof createVideoViewCounter>;

export function createVideoViewCounter(deps: ViewDeps) {
  const counter = createViewCounter(deps, { kind: 'video', publicThing: publicVideo, add: addViews });
  return {
    start: counter.start,
    stop: counter.stop,
    /** Whether the view counts; `after` is the tab's previous video. Throws not_found unless publicly visible. */
    async register(
      videoId: string,
      visitor: { address: string; userAgent: string },
      after?: string,
    ): Promise<boolean> {
      const { found, counted } = await counter.register(videoId, visitor, after);
      if (!found) throw new AppError('not_found', "The video you're looking for doesn't exist.");
      return counted;
    },
  };
}
