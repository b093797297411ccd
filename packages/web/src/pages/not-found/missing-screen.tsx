import { pageHref } from '@vesper/contract';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { VideoGrid } from '../../cards/video-grid.tsx';
import { newestVideosQuery } from '../../data/catalogue-queries.ts';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { StateScreen } from '../../ui/state-screen.tsx';

/** Two full rows at every width of the grid. */
const SHOWN = 12;

interface MissingScreenProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
}

export function MissingScreen({ children, ...props }: MissingScreenProps) {
  return (
    <>
      <StateScreen {...props} action={<WaysOn>{children}</WaysOn>} />
      <NewestVideos />
    </>
  );
}

function WaysOn({ children }: Pick<MissingScreenProps, 'children'>) {
  return (
    <div className="flex w-80 max-w-full flex-col items-center gap-3">
      <search className="w-full">
        <form action={pageHref.home()} className="flex gap-2">
          <input
            type="search"
            name="search"
            aria-label="Search for something else"
            placeholder="Search videos..."
            autoComplete="off"
            enterKeyHint="search"
            className="h-11 min-w-0 flex-1 appearance-none rounded-lg border border-edge bg-panel px-3 text-base placeholder:text-muted"
          />
          <button type="submit" className="button primary primary-hover">
            Search
          </button>
        </form>
      </search>
      <a href={pageHref.home()} className="button quiet">
        Back to Home
      </a>
      {children}
    </div>
  );
}

/** Hidden if they cannot be loaded. */
function NewestVideos() {
  const { data } = useAnswer(newestVideosQuery(useClient()));
  if (!data || data.videos.length === 0) return null;
  return (
    <section aria-labelledby="newest-title" className="wide">
      <h2 id="newest-title" className="mb-4 text-xl font-bold tracking-tight">
        Newest Videos
      </h2>
      <VideoGrid videos={data.videos.slice(0, SHOWN)} />
    </section>
  );
}
