import { adminHref, type ManagedVideo } from '@vesper/contract';
import { formatDuration, formatViews, qualityLabel } from '../../../ui/format.ts';
import { RowButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { AskedAct } from './act-dialogs.tsx';
import { BringAgainButton, GoneActs } from './gone-acts.tsx';
import { ProblemBadges, VideoStatusText } from './video-badges.tsx';
import { VideoPicture } from './video-picture.tsx';
import { KIND_WORDS } from './video-words.ts';

export type AskAct = (act: AskedAct, video: ManagedVideo) => void;

/** The columns of the list. Narrow screens show the state below the title. */
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
  {
    header: 'Added',
    from: 'md',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
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
        {/* The state already says it. */}
        <ProblemBadges problems={video.problems.filter((problem) => problem !== 'gone')} />
      </div>
    </div>
  );
}

/** The actions that a video's state allows. */
export function RowActs({ video, ask }: { video: ManagedVideo; ask: AskAct }) {
  const { status, hiddenReason, title, problems } = video;
  const isGone = hiddenReason === 'gone';
  const canPublish = status === 'removed' || (status === 'hidden' && !isGone && hiddenReason !== 'takedown');
  const canRemove = status !== 'removed' && hiddenReason !== 'takedown';
  return (
    <>
      {isGone && <GoneActs video={video} />}
      {status === 'published' && problems.includes('files_missing') && <BringAgainButton video={video} />}
      {status === 'published' && <RowButton word="Hide" row={title} onClick={() => ask('hide', video)} />}
      {canPublish && <RowButton word="Publish" row={title} onClick={() => ask('publish', video)} />}
      {canRemove && <RowButton word="Remove" row={title} look="plain" onClick={() => ask('remove', video)} />}
      {hiddenReason === 'takedown' && (
        <a className="text-xs text-primary-text hover:underline" href={adminHref('video', video.id)}>
          See the notice
        </a>
      )}
    </>
  );
}
