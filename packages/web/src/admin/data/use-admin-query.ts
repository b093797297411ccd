import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { useClient } from '../../data/client-context.tsx';
import { useIsLive } from './live.ts';

interface AdminQueryOptions {
  /** What distinguishes this question from others at the same path: filters, an id. */
  input?: unknown;
  /** How often it is asked again where the server does not tell of changes by itself. */
  pollMs?: number;
  isEnabled?: boolean;
}

/**
 * Asks a call of the back office. `path` is the call's path: mutations and live events refresh all questions of a
 * path by it.
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
    // What was seen an hour ago on another page is no truth any more; the old list shows until the new one is there.
    refetchOnMount: 'always',
    refetchInterval: pollMs !== undefined && !isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
}

interface AdminListOptions<Row> extends AdminQueryOptions {
  /** What the next page begins after: usually the id of the last row; undefined where there are no more rows. */
  after: (page: Row[]) => string | undefined;
}

/** A list that goes on by key: `rows` are those of all pages so far. */
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
