import { useQuery } from '@tanstack/react-query';
import { routes } from '@vesper/contract';
import { ask, keyOf } from './ask.ts';

const POLL_MS = 15_000;

/** Whether workers and disks are fine. Polls even while changes are pushed: nothing announces a missing heartbeat. */
export function useOperation() {
  return useQuery({
    queryKey: keyOf(routes.operation.state),
    queryFn: () => ask(routes.operation.state, {}),
    refetchInterval: POLL_MS,
  });
}
