import type { ManagedVideo } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { RowButton } from '../../ui/button.tsx';
import { STATUS_WORDS } from './video-words.ts';

type Named = Pick<ManagedVideo, 'id' | 'title' | 'kind'>;

/** Decisions about a video that is hidden as gone. A hosted one lacks its film. */
export function GoneActs({ video: { id, title, kind } }: { video: Named }) {
  const { run, isRunning } = useAdminMutation({
    run: (client, decision: 'restore' | 'keep_hidden') => client.health.decide({ id, decision }),
    failure: 'It could not be decided.',
    success: ({ status }) => ({ title: `The video is now: ${STATUS_WORDS[status].toLowerCase()}` }),
  });
  const restoring = kind === 'hosted' ? 'Re-download' : 'Restore';
  return (
    <>
      <RowButton word={restoring} row={title} disabled={isRunning} onClick={() => void run('restore')} />
      <RowButton
        word="Keep hidden"
        row={title}
        disabled={isRunning}
        onClick={() => void run('keep_hidden')}
      />
    </>
  );
}

/** For a hosted video whose film is missing. */
export function BringAgainButton({ video: { id, title } }: { video: Named }) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.catalogue.redownload({ id }),
    failure: 'The download could not be queued.',
    success: () => ({ title: 'Download queued' }),
  });
  return <RowButton word="Re-download" row={title} isBusy={isRunning} onClick={() => void run()} />;
}
