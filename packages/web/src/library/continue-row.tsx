import { pageHref } from '@vesper/contract';
import { Coverable } from './card-frame.tsx';
import { EntryPicture } from './entry-picture.tsx';
import type { HistoryEntry } from './lists.ts';
import { progressOf } from './progress.ts';

/** The heights match the placeholder. */
export function ContinueRow({ entries }: { entries: HistoryEntry[] }) {
  return entries.map((entry) => (
    <li key={entry.videoId} className="group relative min-w-0">
      <Coverable tags={entry.tags}>
        <a href={pageHref.video(entry.videoId)} className="block rounded-lg">
          <EntryPicture entry={entry} progress={progressOf(entry)} />
          <h3
            dir="auto"
            className="mt-2 line-clamp-2 h-10 text-left text-sm leading-5 font-medium wrap-anywhere transition-colors group-hover:text-primary-text"
          >
            {entry.title}
          </h3>
        </a>
        <p className="mt-1 h-4.5 truncate text-xs leading-4.5 text-muted tabular-nums">{timeLeft(entry)}</p>
      </Coverable>
    </li>
  ));
}

function timeLeft({ duration, position }: HistoryEntry): string {
  const minutes = Math.ceil((duration - position) / 60);
  return minutes > 1 ? `${minutes} minutes left` : 'Less than a minute left';
}
