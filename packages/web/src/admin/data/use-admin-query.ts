import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Call, CallOutput } from '@vesper/contract';
import { ask, type Input, keyOf } from './ask.ts';
import { useIsLive } from './live.ts';

interface QueryOptions<Data> {
  /** How often to poll while the server does not push changes. */
  pollMs?: number | ((data: Data | undefined) => number);
  isEnabled?: boolean;
}

type Asked<C extends Call> =
  Record<never, never> extends Input<C>
    ? [input?: Input<C>, options?: QueryOptions<CallOutput<C>>]
    : [input: Input<C>, options?: QueryOptions<CallOutput<C>>];

/** Queries a call of the back office. */
export function useAdminQuery<C extends Call>(call: C, ...[input, options]: Asked<C>) {
  const { pollMs, isEnabled = true } = options ?? {};
  const isLive = useIsLive();
  return useQuery<CallOutput<C>>({
    queryKey: keyOf(call, input),
    queryFn: () => ask(call, input ?? ({} as Input<C>)),
    enabled: isEnabled,
    // An hour-old list is stale; it shows until the new one arrives.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      isLive || pollMs === undefined ? false : typeof pollMs === 'number' ? pollMs : pollMs(state.data),
    placeholderData: keepPreviousData,
  });
}

interface ListOptions<Page, Row> {
  rowsOf: (page: Page) => readonly Row[];
  /** The cursor of the next page; nothing after the last. */
  nextOf: (page: Page) => string | number | null | undefined;
  pollMs?: number | undefined;
}

/** For a call that answers with a plain list: a full page has a next one, after its last row. */
export function fullPages<Row>(limit: number, cursorOf: (row: Row) => string | number, pollMs?: number) {
  const nextOf = (page: readonly Row[]) => {
    const last = page[limit - 1];
    return last && cursorOf(last);
  };
  return { rowsOf: (page: readonly Row[]) => page, nextOf, pollMs };
}

/** A list with keyset pages: `rows` holds those of all pages so far. */
export function useAdminList<C extends Call, Row>(
  call: C,
  input: Input<C>,
  { rowsOf, nextOf, pollMs }: ListOptions<CallOutput<C>, Row>,
) {
  const isLive = useIsLive();
  const query = useInfiniteQuery({
    queryKey: [...keyOf(call, input), 'list'],
    queryFn: ({ pageParam }) => ask(call, Object.assign({}, input, pageParam)),
    initialPageParam: {},
    getNextPageParam: (page) => cursor(call, nextOf(page)),
    refetchOnMount: 'always',
    refetchInterval: pollMs !== undefined && !isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
  return { ...query, rows: query.data?.pages.flatMap(rowsOf), pages: query.data?.pages };
}

/** Lists from the newest row on go back `before` a row, the others go on `after` it. */
export function cursor(call: Call, next: string | number | null | undefined): object | undefined {
  if (next === null || next === undefined) return undefined;
  return 'before' in (call.query?.shape ?? {}) ? { before: next } : { after: next };
}
