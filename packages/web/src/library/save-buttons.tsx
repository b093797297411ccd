import type { Video } from '@vesper/contract';
import { Clock, Heart, type LucideIcon } from 'lucide-react';
import { quietButton } from '../ui/control-classes.ts';
import { toggleSaved } from './library-actions.ts';
import { useLibrary } from './library-store.ts';

/** 'Favourite' and 'Watch later' under a video. */
export function SaveButtons({ video }: { video: Video }) {
  return (
    <>
      <SaveButton video={video} list="favourites" icon={Heart} name="Favourite" />
      <SaveButton video={video} list="watchLater" icon={Clock} name="Watch later" />
    </>
  );
}

interface SaveButtonProps {
  video: Video;
  list: 'favourites' | 'watchLater';
  icon: LucideIcon;
  name: string;
}

function SaveButton({ video, list, icon: Icon, name }: SaveButtonProps) {
  const isSaved = useLibrary((lists) => lists[list].has(video.id));
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={() => void toggleSaved(list, video)}
      className={`${quietButton} whitespace-nowrap aria-pressed:border-primary-text aria-pressed:text-primary-text nojs:hidden`}
    >
      <Icon aria-hidden className={`size-4 ${isSaved && list === 'favourites' ? 'fill-current' : ''}`} />
      {name}
    </button>
  );
}
