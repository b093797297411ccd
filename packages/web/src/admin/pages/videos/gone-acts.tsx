import type { ManagedVideo } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ALL_VIDEO_PATHS } from './video-paths.ts';
import { STATUS_WORDS } from './video-words.ts';

type Named = Pick<ManagedVideo, 'id' | 'title' | 'kind'>;

/** What can be decided about a video that is hidden as gone. Of a hosted one the film is what is missing. */
export function GoneActs({ video: { id, title, kind } }: { video: Named }) {
  const { run, isRunning } = useAdminMutation({
    run: (client, decision: 'restore' | 'keep_hidden') => client.health.decide({ id, decision }),
    failure: 'It could not be decided.',
    refreshes: ALL_VIDEO_PATHS,
    success: ({ status }) => ({ title: `The video is now: ${STATUS_WORDS[status].toLowerCase()}` }),
  });
  const restoring = kind === 'hosted' ? 'Download again' : 'Restore';
  return (
    <>
      <Button
        size="small"
        disabled={isRunning}
        aria-label={`${restoring} ${title}`}
        onClick={() => void run('restore')}
      >
        {restoring}
      </Button>
      <Button
        size="small"
        disabled={isRunning}
        aria-label={`Keep hidden ${title}`}
        onClick={() => void run('keep_hidden')}
      >
        Keep hidden
      </Button>
    </>
  );
}

/** For a hosted video whose film is not in the storage. */
export function BringAgainButton({ video: { id, title } }: { video: Named }) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.catalogue.bringAgain({ id }),
    failure: 'It could not be downloaded again.',
    refreshes: ALL_VIDEO_PATHS,
    success: () => ({ title: 'Download queued' }),
  });
  return (
    <Button size="small" isBusy={isRunning} aria-label={`Download again ${title}`} onClick={() => void run()}>
      Download again
    </Button>
  );
}
