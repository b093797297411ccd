import { useQuery } from '@tanstack/react-query';
import { routes } from '@vesper/contract';
import { ask, keyOf } from './ask.ts';

const POLL_MS = 15_000;

/** What needs a person. Polls even while changes are pushed: nothing announces a missing heartbeat or a full disk. */
export function useHowItIs() {
  return useQuery({
    queryKey: keyOf(routes.operation.report),
    queryFn: () => ask(routes.operation.report, {}),
    refetchInterval: POLL_MS,
  });
}
