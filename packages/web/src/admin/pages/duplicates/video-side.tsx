import { adminHref, type DuplicateVideo } from '@vesper/contract';
import { Film } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../../../ui/format.ts';
import { Fact, Moment, WordBadge } from '../../ui/values.tsx';
import { FilmPlayer, VideoPicture } from '../videos/video-film.tsx';
import { STATUS_WORDS } from '../videos/video-words.ts';

interface VideoSideProps {
  label: string;
  video: DuplicateVideo | null;
  /** What is known of a video that was not published or no longer exists. */
  known?: { title: string; sourceUrl: string } | undefined;
  /** Its actions. */
  children: ReactNode;
}

export function VideoSide({ label, video, known, children }: VideoSideProps) {
  const picture = 'aspect-video w-full rounded-lg xl:row-span-2';
  return (
    <section
      aria-label={label}
      className="grid min-w-0 grid-cols-[7rem_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4 gap-y-2 p-4 xl:grid-cols-[10rem_minmax(0,1fr)]"
    >
      {video ? (
        <VideoPicture video={video} className={picture} />
      ) : (
        <div className={`grid place-items-center bg-raised text-muted ${picture}`}>
          <Film aria-hidden className="size-6" strokeWidth={1.25} />
        </div>
      )}
      <div className="min-w-0">
        <p className="text-xs font-semibold text-muted">{label}</p>
        <Title {...{ video, known }} />
      </div>
      <div className="min-w-0 max-xl:col-span-2">
        {video ? <VideoFacts video={video} /> : <Unpublished known={known} />}
        {video && (
          <div className="mt-3">
            <FilmPlayer video={video} />
          </div>
        )}
        <div className="mt-3 empty:hidden">{children}</div>
      </div>
    </section>
  );
}

function Title({ video, known }: Pick<VideoSideProps, 'video' | 'known'>) {
  const look = 'line-clamp-2 font-semibold wrap-anywhere';
  if (!video) return <p className={look}>{known?.title}</p>;
  return (
    <a className={`${look} hover:underline`} href={adminHref('video', video.id)}>
      {video.title}
    </a>
  );
}

function VideoFacts({ video }: { video: DuplicateVideo }) {
  const { status, duration, height, views, sourceId, sourceName, sourceUrl, createdAt } = video;
  return (
    <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <Fact name="Length">
        <span className="tabular-nums">
          {formatDuration(duration)}
          {height !== null && `, ${height}p`}
        </span>
      </Fact>
      <Fact name="Views">
        <span className="tabular-nums">{formatCount(views)}</span>
      </Fact>
      <Fact name="Added">
        <Moment at={createdAt} />
      </Fact>
      <Fact name="Source">
        {sourceId ? (
          <a className="hover:underline" href={adminHref('source', sourceId)}>
            {sourceName}
          </a>
        ) : (
          'Added by hand'
        )}
        <Address url={sourceUrl} />
      </Fact>
      {status !== 'published' && (
        <Fact name="State">
          <WordBadge {...STATUS_WORDS[status]} />
        </Fact>
      )}
    </dl>
  );
}

function Unpublished({ known }: Pick<VideoSideProps, 'known'>) {
  if (!known) return <p className="text-sm text-muted">This video no longer exists.</p>;
  return (
    <>
      <p className="text-sm text-muted">It was not published here.</p>
      <Address url={known.sourceUrl} />
    </>
  );
}

function Address({ url }: { url: string }) {
  return (
    <p className="truncate text-xs text-muted" title={url}>
      {url}
    </p>
  );
}
