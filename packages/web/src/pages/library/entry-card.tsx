import { pageHref } from '@vesper/contract';
import { X } from 'lucide-react';
import { Coverable } from '../../library/card-frame.tsx';
import { EntryPicture } from '../../library/entry-picture.tsx';
import { type Entry, momentOf, type VideoListName } from '../../library/lists.ts';
import { progressOf } from '../../library/progress.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

interface EntryCardProps {
  entry: Entry<VideoListName>;
  onRemove: () => void;
}

export function EntryCard({ entry, onRemove }: EntryCardProps) {
  return (
    <article className="group relative min-w-0">
      <Coverable tags={entry.tags} button={<RemoveButton title={entry.title} onRemove={onRemove} />}>
        {entry.isGone ? (
          <EntryFace entry={entry} />
        ) : (
          <a href={pageHref.video(entry.videoId)} className="block rounded-lg">
            <EntryFace entry={entry} />
          </a>
        )}
        <p className="mt-1 text-xs leading-normal text-muted">
          {entry.isGone ? 'No longer available' : whenText(entry)}
        </p>
      </Coverable>
    </article>
  );
}

function RemoveButton({ title, onRemove }: { title: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      data-remove
      aria-label={`Remove ${title}`}
      onClick={onRemove}
      className="absolute top-0 right-0 grid size-11 place-items-center rounded-lg"
    >
      <span className="grid size-8 place-items-center rounded-lg bg-black/80 text-white transition-colors hover:bg-black">
        <X aria-hidden className="size-4" />
      </span>
    </button>
  );
}

function EntryFace({ entry }: { entry: Entry<VideoListName> }) {
  const progress = 'watchedAt' in entry ? progressOf(entry) : undefined;
  return (
    <>
      <EntryPicture entry={entry} progress={progress} />
      <h3
        dir="auto"
        className={`mt-2 line-clamp-2 text-left text-sm leading-snug font-medium wrap-anywhere ${entry.isGone ? 'text-muted' : 'transition-colors group-hover:text-primary-text'}`}
      >
        {entry.title}
      </h3>
    </>
  );
}

function whenText(entry: Entry<VideoListName>): string {
  return `${'watchedAt' in entry ? 'Watched' : 'Added'} ${dayFormat.format(momentOf(entry))}`;
}
