import { pageHref, type Video } from '@vesper/contract';
import { VideoOff } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { WatchRecorder } from '../../library/watch-recorder.tsx';
import { usePoster } from '../../player/use-poster.ts';
import { type EndActions, VideoPlayer } from '../../player/video-player.tsx';
import type { Page, PageAddress } from '../../shell/page.ts';
import { FailureScreen } from '../../ui/failure-screen.tsx';
import { MissingScreen } from '../not-found/missing-screen.tsx';
import { EmbedPlayer } from './embed-player.tsx';
import { missingWords } from './missing-words.ts';
import { videoQueries } from './queries.ts';
import { RelatedVideos } from './related-videos.tsx';
import { useRegisterView } from './use-register-view.ts';
import { VideoDetails } from './video-details.tsx';
import { VideoPageLayout, VideoPageSkeleton } from './video-page-layout.tsx';

export const page: Page = {
  queries: (context) => {
    const { video, related, categories } = videoQueries(context);
    return [video, related, categories];
  },
  loadDescribe: async () => (await import('./describe.ts')).describeVideo,
  Component: VideoPage,
};

function VideoPage({ params }: PageAddress) {
  const { data: video, error } = useAnswer(videoQueries({ client: useClient(), params }).video);
  if (video) return <FoundVideo key={video.id} video={video} />;
  if (video === null) return <MissingVideo params={params} />;
  return error ? <FailureScreen error={error} /> : <VideoPageSkeleton />;
}

function FoundVideo({ video }: { video: Video }) {
  const { embedUrl } = video;
  return (
    <VideoPageLayout
      player={embedUrl ? <EmbedPlayer video={video} embedUrl={embedUrl} /> : <OwnPlayer video={video} />}
      // Each hydrates in a task of its own.
      details={
        <Suspense>
          <VideoDetails video={video} />
        </Suspense>
      }
      aside={
        <Suspense>
          <RelatedVideos id={video.id} />
        </Suspense>
      }
    />
  );
}

/** Loaded when a video ends; offline, the last frame stays. */
const EndScreen = lazy<ComponentType<EndActions & { id: string }>>(() =>
  import('./end-screen.tsx').then(
    (module) => ({ default: module.EndScreen }),
    () => ({ default: () => null }),
  ),
);

function OwnPlayer({ video }: { video: Video }) {
  useRegisterView(video.id);
  const poster = usePoster(video);
  return (
    <WatchRecorder video={video}>
      <VideoPlayer
        video={video}
        poster={poster}
        end={(actions) => (
          <Suspense>
            <EndScreen id={video.id} {...actions} />
          </Suspense>
        )}
      />
    </WatchRecorder>
  );
}

function MissingVideo({ params }: Pick<PageAddress, 'params'>) {
  const { data: gone } = useAnswer(videoQueries({ client: useClient(), params }).gone);
  const removal = gone?.removal;
  return (
    <MissingScreen icon={VideoOff} {...missingWords(gone)}>
      {removal?.hasCounterNotice && (
        <p className="text-sm text-muted">
          Is this your video, and was it removed by mistake?{' '}
          <a
            className="underline underline-offset-2"
            href={pageHref.reportForm(
              'counter-notice',
              pageHref.video(params.id ?? ''),
              removal.caseId ?? undefined,
            )}
          >
            Send a counter-notice
          </a>
        </p>
      )}
    </MissingScreen>
  );
}
