import { VideoRow } from '../../cards/video-card.tsx';
import { sentenceOf } from '../../data/call-failure.ts';
import { useClient } from '../../data/client-context.tsx';
import type { ListedVideo } from '../../data/listed-videos.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { videoQueries } from './queries.ts';
import { RelatedSkeleton } from './video-page-layout.tsx';

export function RelatedVideos({ id }: { id: string }) {
  const { data, error } = useAnswer(videoQueries({ client: useClient(), params: { id } }).related);
  return (
    <section aria-labelledby="related-title">
      <h2 id="related-title" className="mb-4 text-base font-bold tracking-tight">
        Related Videos
      </h2>
      {data ? (
        <RelatedList videos={data.videos} />
      ) : error ? (
        <Note text={sentenceOf(error)} />
      ) : (
        <RelatedSkeleton />
      )}
    </section>
  );
}

function RelatedList({ videos }: { videos: ListedVideo[] }) {
  if (videos.length === 0) return <Note text="No related videos" />;
  return (
    <ul className="cards card-rows grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {videos.map((video) => (
        <li key={video.id}>
          <VideoRow video={video} />
        </li>
      ))}
    </ul>
  );
}

function Note({ text }: { text: string }) {
  return <p className="rounded-xl bg-panel px-4 py-8 text-center text-sm text-muted">{text}</p>;
}
