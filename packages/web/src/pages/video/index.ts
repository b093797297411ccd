import { PAGE_PATTERNS } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeVideo } from './describe.ts';
import { videoQueries } from './queries.ts';
import { VideoPage } from './video-page.tsx';

export const videoPage: Page = {
  pattern: PAGE_PATTERNS.video,
  queries: (context) => Object.values(videoQueries(context)),
  describe: describeVideo,
  Component: VideoPage,
};
