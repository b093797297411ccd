import type { Video } from '@vesper/contract';
import { toggleSaved, useLibrary } from './library-store.ts';

export function SaveButtons({ video }: { video: Video }) {
  return (
    <>
      <SaveButton video={video} list="favourites" icon="icon-heart" filled="filled-heart" name="Favourite" />{' '}
      <SaveButton video={video} list="watchLater" icon="icon-clock" name="Watch later" />
    </>
  );
}

interface SaveButtonProps {
  video: Video;
  list: 'favourites' | 'watchLater';
  icon: string;
  filled?: string;
  name: string;
}

function SaveButton({ video, list, icon, filled = icon, name }: SaveButtonProps) {
  const isSaved = useLibrary((lists) => lists[list].has(video.id));
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      onClick={() => void toggleSaved(list, video)}
      className="button quiet whitespace-nowrap aria-pressed:border-primary-text aria-pressed:text-primary-text nojs:hidden"
    >
      <i className={isSaved ? filled : icon} />
      {name}
    </button>
  );
}
