import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client-context.tsx';

const POLL_MS = 15_000;

/** Whether work is done. It is asked again and again also while changes are told: nothing tells of what stays away. */
export function useOperation() {
  const client = useClient();
  return useQuery({
    queryKey: ['/api/admin/operation'],
    queryFn: () => client.operation.state(),
    refetchInterval: POLL_MS,
  });
}
