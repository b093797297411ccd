import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { useClient } from '../../data/client-context.tsx';
import { useIsLive } from './live.ts';

interface AdminQueryOptions {
  /** Filters or an id: what tells this query from others of the same path. */
  input?: unknown;
  /** How often to poll while the server does not push changes. */
  pollMs?: number;
  isEnabled?: boolean;
}

/**
 * Queries a call of the back office. Mutations and live events refresh all queries of the call's `path`.
 */
export function useAdminQuery<Data>(
  path: string,
  ask: (client: Client) => Promise<Data>,
  { input, pollMs, isEnabled = true }: AdminQueryOptions = {},
) {
  const client = useClient();
  const isLive = useIsLive();
  return useQuery({
    queryKey: input === undefined ? [path] : [path, input],
    queryFn: () => ask(client),
    enabled: isEnabled,
    // An hour-old list is stale; it shows until the new one arrives.
    refetchOnMount: 'always',
    refetchInterval: pollMs !== undefined && !isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
}

interface AdminListOptions<Row> extends AdminQueryOptions {
  /** The cursor of the next page: usually the last row's id; undefined without rows. */
  after: (page: Row[]) => string | undefined;
}

/** A list with keyset pages: `rows` holds those of all pages so far. */
export function useAdminList<Row>(
  path: string,
  ask: (client: Client, before: string | undefined) => Promise<Row[]>,
  { after, input, pollMs, isEnabled = true }: AdminListOptions<Row>,
) {
  const client = useClient();
  const isLive = useIsLive();
  const query = useInfiniteQuery({
    queryKey: [path, 'list', input ?? null],
    queryFn: ({ pageParam }) => ask(client, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => after(page),
    enabled: isEnabled,
    refetchOnMount: 'always',
    refetchInterval: pollMs !== undefined && !isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
  return { ...query, rows: query.data?.pages.flat() };
}
