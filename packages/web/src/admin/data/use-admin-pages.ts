import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { useClient } from '../../data/client-context.tsx';
import { useIsLive } from './live.ts';

interface AdminPagesOptions<Page, Row> {
  rowsOf: (page: Page) => Row[];
  /** The cursor of the next page, from the answer. */
  nextOf: (page: Page) => number | null;
  input?: unknown;
  pollMs?: number;
}

/** Like `useAdminList`, for calls that answer with the cursor of the next page. `first` is the first page. */
export function useAdminPages<Page, Row>(
  path: string,
  ask: (client: Client, next: number | undefined) => Promise<Page>,
  { rowsOf, nextOf, input, pollMs }: AdminPagesOptions<Page, Row>,
) {
  const client = useClient();
  const isLive = useIsLive();
  const query = useInfiniteQuery({
    queryKey: [path, 'pages', input ?? null],
    queryFn: ({ pageParam }) => ask(client, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => nextOf(page) ?? undefined,
    refetchOnMount: 'always',
    refetchInterval: pollMs !== undefined && !isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
  return { ...query, rows: query.data?.pages.flatMap(rowsOf), first: query.data?.pages[0] };
}
