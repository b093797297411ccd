import { pageHref } from '@vesper/contract';
import { Clock, Heart, History, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { removing } from '../../library/change.ts';
import { changeLibrary } from '../../library/library-store.ts';
import type { Entry, VideoListName } from '../../library/lists.ts';
import { StateScreen } from '../../ui/state-screen.tsx';
import { EntryCard } from './entry-card.tsx';
import { ShelfTools, useShelf } from './shelf-tools.tsx';
import type { Removal } from './undo-bar.tsx';

const SHOWN = 48;

const EMPTY: Record<VideoListName, { icon: LucideIcon; title: string; text: string }> = {
  history: {
    icon: History,
    title: 'No history yet',
    text: 'Videos you watch appear here, unless a private session is on.',
  },
  favourites: {
    icon: Heart,
    title: 'No favourites yet',
    text: 'Press Favourite under a video to find it here again.',
  },
  watchLater: {
    icon: Clock,
    title: 'Nothing to watch later yet',
    text: 'Press Watch later under a video, or the clock on its picture.',
  },
};

interface VideoShelfProps {
  list: VideoListName;
  entries: ReadonlyMap<string, Entry<VideoListName>>;
  onRemove: (removal: Removal) => void;
}

export function VideoShelf({ list, entries, onRemove }: VideoShelfProps) {
  const shelf = useShelf(entries);
  const { found } = shelf;
  const [shown, setShown] = useState(SHOWN);
  if (entries.size === 0) return <EmptyShelf list={list} />;
  const remove = (entry: Entry<VideoListName>, place: number) => {
    void changeLibrary(() => [removing(list, entry.videoId)]);
    onRemove({ list, entry, name: entry.title, place });
  };
  return (
    <>
      <ShelfTools list={list} shelf={shelf} nothing="Nothing here matches" />
      <ul className="mt-5 grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-4 sm:gap-y-8 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6">
        {found.slice(0, shown).map((entry, place) => (
          <li key={entry.videoId}>
            <EntryCard entry={entry} onRemove={() => remove(entry, place)} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <p className="mt-8 text-center">
          <button type="button" className="button quiet" onClick={() => setShown(shown + SHOWN)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

function EmptyShelf({ list }: { list: VideoListName }) {
  return (
    <StateScreen
      level={2}
      {...EMPTY[list]}
      action={
        <a href={pageHref.home()} className="button primary primary-hover">
          Browse videos
        </a>
      }
    />
  );
}
