import type { BulkAct, Client, NewBulkAct, VideoAct, VideoStatus } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';

export type Chosen = Pick<NewBulkAct, 'ids' | 'filter'>;

interface OneAct {
  id: string;
  act: VideoAct;
  reason?: string;
  /** The status the administrator saw: nothing is done if it has changed. */
  seenStatus?: VideoStatus;
}

type Run<Input, Output> = (client: Client, input: Input) => Promise<Output>;

function useAct<Input, Output>(run: Run<Input, Output>, failure: string, onDone: (output: Output) => void) {
  return useAdminMutation<Input, Output>({ run, failure, onDone });
}

/** Acts on one video and on many. `onAct` receives the act, which may still be running. */
export function useVideoActs(onAct: (act: BulkAct) => void) {
  const one = useAct(
    (client, input: OneAct) => client.catalogue.act(input),
    'The video could not be changed.',
    ({ act }) => onAct(act),
  );
  const many = useAct(
    (client, input: NewBulkAct) => client.catalogue.startBulkAct(input),
    'The videos could not be changed.',
    onAct,
  );
  const deletion = useAct(
    (client, input: Chosen & { blockFiles: boolean }) => client.catalogue.startBulkDeletion(input),
    'The videos could not be deleted.',
    onAct,
  );
  const undo = useAct(
    (client, id: string) => client.catalogue.undoBulkAct({ id }),
    'It could not be undone.',
    onAct,
  );
  const stop = useAct(
    (client, id: string) => client.catalogue.stopBulkAct({ id }),
    'It could not be stopped.',
    onAct,
  );
  const isRunning = one.isRunning || many.isRunning || deletion.isRunning || undo.isRunning || stop.isRunning;
  return {
    actOn: one.run,
    actOnMany: many.run,
    deleteMany: deletion.run,
    undo: undo.run,
    stop: stop.run,
    isRunning,
  };
}

export type VideoActs = ReturnType<typeof useVideoActs>;
