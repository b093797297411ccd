import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client-context.tsx';

const POLL_MS = 15_000;

/** Whether workers and disks are fine. Polls even while changes are pushed: nothing announces a missing heartbeat. */
export function useOperation() {
  const client = useClient();
  return useQuery({
    queryKey: ['/api/admin/operation'],
    queryFn: () => client.operation.state(),
    refetchInterval: POLL_MS,
  });
}
