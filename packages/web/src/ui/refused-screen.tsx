import { SearchX } from 'lucide-react';
import type { ListedVideos } from '../data/listed-videos.ts';
import { quietButton } from './control-classes.ts';
import { StateScreen } from './state-screen.tsx';

/** In place of a list that the site refuses: where help is. What was asked for is not repeated. */
export function RefusedScreen({ help: { text, address } }: { help: NonNullable<ListedVideos['refused']> }) {
  return (
    <StateScreen
      level={2}
      icon={SearchX}
      title="No results for this search"
      text={text}
      action={
        address && (
          <a href={address} rel="noreferrer" className={quietButton}>
            Find help
          </a>
        )
      }
    />
  );
}
