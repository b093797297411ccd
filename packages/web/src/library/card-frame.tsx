import { Clock } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { ListedVideo } from '../data/listed-videos.ts';
import { toggleSaved, useLibrary } from './library-store.ts';
import { tagKey } from './lists.ts';

export function CardFrame({ video, children }: { video: ListedVideo; children: ReactNode }) {
  return (
    <article>
      <Coverable tags={video.tags} button={<WatchLater video={video} />}>
        {children}
      </Coverable>
    </article>
  );
}

interface CoverableProps {
  /** If unknown, nothing is covered. */
  tags: string[] | undefined;
  /** Left out while the video is covered, since it names the video. */
  button?: ReactNode;
  children: ReactNode;
}

/** Covers a video with a hidden tag, and keeps its space. The frame must be positioned. */
export function Coverable({ tags = [], button, children }: CoverableProps) {
  const hiddenTag = useLibrary(({ hiddenTags }) =>
    tags.map((tag) => hiddenTags.get(tagKey(tag))?.tag).find(Boolean),
  );
  const [isShown, setIsShown] = useState(false);
  const isCovered = hiddenTag !== undefined && !isShown;
  return (
    <>
      {/* The Show button disappears, so the focus moves to the video. */}
      <div inert={isCovered} className={isCovered ? 'invisible' : undefined} ref={isShown ? focusLink : null}>
        {children}
      </div>
      {isCovered ? <Cover tag={hiddenTag} onShow={() => setIsShown(true)} /> : button}
    </>
  );
}

function focusLink(card: Element | null): void {
  card?.querySelector('a')?.focus();
}

function Cover({ tag, onShow }: { tag: string; onShow: () => void }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 overflow-hidden rounded-lg bg-panel p-2 text-center text-xs text-muted">
      <p className="line-clamp-3 wrap-anywhere">{`Hidden by your tag “${tag}”`}</p>
      <button
        type="button"
        onClick={onShow}
        className="min-h-11 shrink-0 rounded-lg px-4 text-sm font-semibold text-text hover:bg-raised"
      >
        Show
      </button>
    </div>
  );
}

/** Only for pointers that hover, and not in the served HTML: two dozen buttons weigh too much. */
function WatchLater({ video }: { video: ListedVideo }) {
  const canHover = useSyncExternalStore(
    watchPointer,
    () => POINTER?.matches ?? false,
    () => false,
  );
  return canHover && <WatchLaterButton video={video} />;
}

function WatchLaterButton({ video }: { video: ListedVideo }) {
  const isSaved = useLibrary(({ watchLater }) => watchLater.has(video.id));
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Watch later: ${video.title}`}
      title="Watch later"
      onClick={() => void toggleSaved('watchLater', video)}
      className="absolute top-1.5 left-1.5 grid size-9 place-items-center rounded-lg bg-black/80 text-white opacity-0 transition-opacity [article:hover>&]:opacity-100 focus-visible:opacity-100 aria-pressed:bg-white aria-pressed:text-black"
    >
      <Clock aria-hidden className="size-4" />
    </button>
  );
}

const POINTER = typeof document === 'undefined' ? undefined : matchMedia('(hover: hover)');

function watchPointer(onChange: () => void): () => void {
  POINTER?.addEventListener('change', onChange);
  return () => POINTER?.removeEventListener('change', onChange);
}
