import { type DmcaSummary, type DmcaVideo, pageHref } from '@vesper/contract';
import { Film } from 'lucide-react';
import { formatDuration } from '../../../ui/format.ts';
import { Address } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { FilmPlayer } from '../videos/film-player.tsx';

/** The video that a request names, to compare with the notice. */
export function VideoCard({ request: { video } }: { request: DmcaSummary }) {
  return (
    <Card title="Video">
      {video ? (
        <VideoFacts video={video} />
      ) : (
        <p className="text-sm text-muted">The request names no video on this site.</p>
      )}
    </Card>
  );
}

function VideoFacts({ video }: { video: DmcaVideo }) {
  const isPublic = video.status === 'published';
  return (
    <div className="flex flex-col gap-3 text-sm">
      {video.thumbnailUrl ? (
        <img
          src={video.thumbnailUrl}
          alt=""
          className="aspect-video w-full max-w-xl rounded-lg object-cover"
        />
      ) : (
        <div className="grid aspect-video w-full max-w-xl place-items-center rounded-lg bg-raised text-muted">
          <Film aria-hidden className="size-8" />
        </div>
      )}
      <p className="text-base font-semibold wrap-anywhere">
        {isPublic ? (
          <a className="hover:underline" href={pageHref.video(video.id)} target="_blank" rel="noreferrer">
            {video.title}
          </a>
        ) : (
          video.title
        )}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge tone={isPublic ? 'good' : 'calm'}>{stateOf(video)}</StatusBadge>
        <span className="text-muted">{formatDuration(video.durationSeconds)}</span>
      </p>
      <p className="text-muted">
        {video.sourceName ? `From ${video.sourceName}: ` : 'Added by hand: '}
        <code className="text-xs wrap-anywhere">
          <Address text={video.sourceUrl} />
        </code>
      </p>
      <FilmPlayer video={video} />
    </div>
  );
}

const REASONS: Record<string, string> = {
  takedown: 'Taken down after a notice',
  basis: 'Hidden: its source has no basis',
  gone: 'Hidden: gone at its source',
  administrator: 'Hidden by an administrator',
};

function stateOf({ status, hiddenReason }: DmcaVideo): string {
  if (status === 'published') return 'Public';
  if (status === 'removed') return 'Removed';
  if (status === 'processing') return 'Processing';
  return REASONS[hiddenReason ?? ''] ?? 'Hidden';
}
