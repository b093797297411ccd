import type { Page } from '../../shell/page.ts';
import { videoQueries } from './queries.ts';
import { VideoPage } from './video-page.tsx';

export const videoPage: Page = {
  queries: (context) => {
    const { video, related, categories } = videoQueries(context);
    return [video, related, categories];
  },
  loadDescribe: async () => (await import('./describe.ts')).describeVideo,
  Component: VideoPage,
};
