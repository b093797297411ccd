import { adminHref, type BulkAct, type ManagedVideo } from '@vesper/contract';
import { VideoPicture } from '@vesper/library/admin/videos/video-film.tsx';
import type { Column } from '@vesper/web/admin/ui/list.tsx';
import { Moment, StatusBadge, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatDuration, formatViews, qualityLabel } from '@vesper/web/ui/format.ts';
import { GoneActs, RedownloadButton, VideoAct } from './video-acts.tsx';
import { formatStatusReason, KIND_WORDS, PROBLEM_WORDS, STATUS_WORDS } from './video-words.ts';

export const VIDEO_COLUMNS: Column<ManagedVideo>[] = [
  { header: 'Video', cell: (video) => <TitleCell video={video} /> },
  {
    header: 'State',
    from: 'md',
    cell: (video) => <VideoStatusText video={video} />,
    className: 'max-w-52 min-w-36',
  },
  {
    header: 'Source',
    from: 'xl',
    cell: ({ sourceName, kind }) => (
      <>
        <span className="line-clamp-1">{sourceName ?? 'Added by hand'}</span>
        <span className="text-xs text-muted">{KIND_WORDS[kind]}</span>
      </>
    ),
    className: 'max-w-48 min-w-32',
  },
  { header: 'Category', from: 'lg', cell: ({ category }) => category, className: 'max-w-40 wrap-anywhere' },
  { header: 'Views', from: 'lg', align: 'right', cell: ({ views }) => formatViews(views) },
  {
    header: 'Length',
    from: 'xl',
    align: 'right',
    cell: ({ duration, height }) => (
      <>
        {formatDuration(duration)}
        <span className="block text-xs text-muted">{qualityLabel(height)}</span>
      </>
    ),
  },
  { header: 'Added', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function TitleCell({ video }: { video: ManagedVideo }) {
  return (
    <div className="flex min-w-48 gap-3">
      <VideoPicture video={video} className="aspect-video h-12 w-auto shrink-0 rounded-md max-sm:h-9" />
      <div className="flex min-w-0 flex-col gap-1">
        <a
          className="line-clamp-2 font-semibold wrap-anywhere hover:underline"
          href={adminHref('video', video.id)}
        >
          {video.title}
        </a>
        <div className="md:hidden">
          <VideoStatusText video={video} />
        </div>
        {/* The state already says "gone". */}
        <ProblemBadges problems={video.problems.filter((problem) => problem !== 'gone')} />
      </div>
    </div>
  );
}

export function RowActs({ video, onAct }: { video: ManagedVideo; onAct: (begun: BulkAct) => void }) {
  const { id, status, hiddenReason, title, problems } = video;
  const isGone = hiddenReason === 'gone';
  const isTaken = hiddenReason === 'takedown';
  const canPublish = status === 'removed' || (status === 'hidden' && !isGone && !isTaken);
  const act = { what: video, row: title, selected: { ids: [id] }, onDone: onAct };
  return (
    <>
      {isGone && <GoneActs video={video} />}
      {status === 'published' && problems.includes('files_missing') && <RedownloadButton video={video} />}
      {status === 'published' && <VideoAct act="hide" {...act} />}
      {canPublish && <VideoAct act="publish" {...act} />}
      {status !== 'removed' && !isTaken && <VideoAct act="remove" look="plain" {...act} />}
      {isTaken && (
        <TextLink className="text-xs" href={adminHref('video', id)}>
          See the notice
        </TextLink>
      )}
    </>
  );
}

export function VideoStatusText({ video }: { video: ManagedVideo }) {
  const why = formatStatusReason(video);
  return (
    <div className="flex flex-col items-start gap-1">
      <WordBadge {...STATUS_WORDS[video.status]} />
      {why && (
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted" title={why}>
          {why}
        </span>
      )}
      {video.gone && <GoneTimes {...video.gone} />}
    </div>
  );
}

function GoneTimes({ at, nextCheckAt }: NonNullable<ManagedVideo['gone']>) {
  return (
    <span className="text-xs text-muted">
      {at && (
        <>
          Gone <Moment at={at} />.{' '}
        </>
      )}
      {nextCheckAt ? (
        <>
          Next check <Moment at={nextCheckAt} />.
        </>
      ) : (
        'No more checks.'
      )}
    </span>
  );
}

function ProblemBadges({ problems }: Pick<ManagedVideo, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {problems.map((problem) => (
        <StatusBadge key={problem} tone="warn">
          {PROBLEM_WORDS[problem]}
        </StatusBadge>
      ))}
    </span>
  );
}
