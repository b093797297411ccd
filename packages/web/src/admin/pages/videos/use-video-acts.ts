import {
  type BulkAct,
  type NewBulkAct,
  routes,
  type VideoAct,
  type VideoActed,
  type VideoStatus,
} from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';

export type Chosen = Pick<NewBulkAct, 'ids' | 'filter'>;

interface OneAct {
  id: string;
  act: VideoAct;
  reason?: string;
  /** The status the administrator saw: nothing is done if it has changed. */
  seenStatus?: VideoStatus;
}

/** Acts on one video and on many. `onAct` receives the act, which may still be running. */
export function useVideoActs(onAct: (act: BulkAct) => void) {
  const common = { refreshes: [routes.catalogue] };
  const one = useAdminMutation<OneAct, VideoActed>({
    ...common,
    run: (client, input) => client.catalogue.act(input),
    failure: 'The video could not be changed.',
    onDone: ({ act }) => onAct(act),
  });
  const many = useAdminMutation<NewBulkAct, BulkAct>({
    ...common,
    run: (client, input) => client.catalogue.startBulkAct(input),
    failure: 'The videos could not be changed.',
    onDone: onAct,
  });
  const deletion = useAdminMutation<Chosen, BulkAct>({
    ...common,
    run: (client, input) => client.catalogue.startBulkDeletion(input),
    failure: 'The videos could not be deleted.',
    onDone: onAct,
  });
  const undo = useAdminMutation<string, BulkAct>({
    ...common,
    run: (client, id) => client.catalogue.undoBulkAct({ id }),
    failure: 'It could not be undone.',
    onDone: onAct,
  });
  const stop = useAdminMutation<string, BulkAct>({
    ...common,
    run: (client, id) => client.catalogue.stopBulkAct({ id }),
    failure: 'It could not be stopped.',
    onDone: onAct,
  });
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
