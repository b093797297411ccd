import { adminHref, type DuplicateVideo } from '@vesper/contract';
import { Film } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../../../ui/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VideoPicture } from '../videos/video-picture.tsx';
import { STATUS_TONES, STATUS_WORDS } from '../videos/video-words.ts';

interface VideoSideProps {
  label: string;
  video: DuplicateVideo | null;
  /** What is known of one that was not published, or is not kept any more. */
  known?: { title: string; sourceUrl: string } | undefined;
  /** What can be done with this one. */
  children: ReactNode;
}

/** One of the two videos. */
export function VideoSide({ label, video, known, children }: VideoSideProps) {
  const picture = 'aspect-video w-40 shrink-0 rounded-lg max-sm:w-28';
  return (
    <section aria-label={label} className="flex min-w-0 gap-4 p-4 max-sm:gap-3">
      {video ? (
        <VideoPicture video={video} className={`${picture} self-start`} />
      ) : (
        <div className={`grid place-items-center self-start bg-raised text-muted ${picture}`}>
          <Film aria-hidden className="size-6" strokeWidth={1.25} />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <p className="text-xs font-semibold text-muted">{label}</p>
        {video ? <VideoFacts video={video} /> : <Unpublished known={known} />}
        <div className="mt-3 empty:hidden">{children}</div>
      </div>
    </section>
  );
}

function VideoFacts({ video }: { video: DuplicateVideo }) {
  const { id, title, status, duration, height, views, sourceId, sourceName, sourceUrl, createdAt } = video;
  return (
    <>
      <a className="line-clamp-2 font-semibold wrap-anywhere hover:underline" href={adminHref('video', id)}>
        {title}
      </a>
      <dl className="mt-2 grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
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
            <StatusBadge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</StatusBadge>
          </Fact>
        )}
      </dl>
    </>
  );
}

function Unpublished({ known }: Pick<VideoSideProps, 'known'>) {
  if (!known) return <p className="text-sm text-muted">This video is not kept any more.</p>;
  return (
    <>
      <p className="line-clamp-2 font-semibold wrap-anywhere">{known.title}</p>
      <p className="mt-2 text-sm text-muted">It is no video of this site.</p>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
