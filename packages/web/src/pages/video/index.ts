import type { Page } from '../../shell/page.ts';
import { videoQueries } from './queries.ts';
import { VideoPage } from './video-page.tsx';

export const videoPage: Page = {
  queries: (context) => Object.values(videoQueries(context)),
  loadDescribe: async () => (await import('./describe.ts')).describeVideo,
  Component: VideoPage,
};
