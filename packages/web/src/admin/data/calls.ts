import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Call,
  type CallInput,
  type CallOutput,
  type Client,
  fetchTransport,
  makeCall,
  NOT_IN_ROLE,
  permits,
  routes,
} from '@vesper/contract';
import { useRef } from 'react';
import { callFailureOf } from '../../data/call-failure.ts';
import { useClient } from '../../data/client-context.tsx';
import { showToast, type ToastText } from '../../ui/toast-store.ts';
import { askPassword } from './password-question.ts';
import { useIsLive } from './store.ts';

const transport = fetchTransport();

/** Empty for calls without input. */
export type Input<C extends Call> = unknown extends CallInput<C> ? Record<string, never> : CallInput<C>;

export function ask<C extends Call>(call: C, input: Input<C>): Promise<CallOutput<C>> {
  return makeCall(transport, call, input as CallInput<C>);
}

const BEYOND_ROLE = { status: 403, sentence: NOT_IN_ROLE };

/** What the role does not permit is not sent. */
export function askInRole<C extends Call>(cache: QueryClient, call: C, input: Input<C>) {
  const { role } = cache.getQueryData<CallOutput<typeof routes.admin.check>>(keyOf(routes.admin.check)) ?? {};
  return !role || permits(role, call) ? ask(call, input) : Promise.reject(BEYOND_ROLE);
}

/** Starts with the path, so that live events and mutations can invalidate it. */
export function keyOf<C extends Call>(call: C, input?: Input<C>): readonly unknown[] {
  return input === undefined ? [call.path] : [call.path, input];
}

export function refreshPaths(cache: QueryClient, paths: Iterable<string>): Promise<void> {
  const stale = new Set(paths);
  return cache.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
}

interface QueryOptions<Data> {
  /** Poll interval while the server does not push changes. */
  pollMs?: number | ((data: Data | undefined) => number);
  isEnabled?: boolean;
}

type Asked<C extends Call> =
  Record<never, never> extends Input<C>
    ? [input?: Input<C>, options?: QueryOptions<CallOutput<C>>]
    : [input: Input<C>, options?: QueryOptions<CallOutput<C>>];

export function useAdminQuery<C extends Call>(call: C, ...[input, options]: Asked<C>) {
  const { pollMs, isEnabled = true } = options ?? {};
  const isLive = useIsLive();
  return useQuery<CallOutput<C>>({
    queryKey: keyOf(call, input),
    queryFn: ({ client }) => askInRole(client, call, input ?? ({} as Input<C>)),
    enabled: isEnabled,
    // A stale list shows until the new one arrives.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      isLive || pollMs === undefined ? false : typeof pollMs === 'number' ? pollMs : pollMs(state.data),
    placeholderData: keepPreviousData,
  });
}

interface ListOptions<Page, Row> {
  rowsOf: (page: Page) => readonly Row[];
  nextOf: (page: Page) => string | number | null | undefined;
  pollMs?: number | undefined;
}

/** For calls that return a plain list: a full page has a next one. */
export function fullPages<Row>(limit: number, cursorOf: (row: Row) => string | number, pollMs?: number) {
  const nextOf = (page: readonly Row[]) => {
    const last = page[limit - 1];
    return last && cursorOf(last);
  };
  return { rowsOf: (page: readonly Row[]) => page, nextOf, pollMs };
}

/** Keyset pagination; `rows` holds the rows of all loaded pages. */
export function useAdminList<C extends Call, Row>(
  call: C,
  input: Input<C>,
  { rowsOf, nextOf, pollMs }: ListOptions<CallOutput<C>, Row>,
) {
  const isLive = useIsLive();
  const query = useInfiniteQuery({
    queryKey: [...keyOf(call, input), 'list'],
    queryFn: ({ client, pageParam }) => askInRole(client, call, Object.assign({}, input, pageParam)),
    initialPageParam: {},
    getNextPageParam: (page) => cursor(call, nextOf(page)),
    refetchOnMount: 'always',
    refetchInterval: pollMs !== undefined && !isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
  return { ...query, rows: query.data?.pages.flatMap(rowsOf), pages: query.data?.pages };
}

type RowOf<Page, Name extends keyof Page> = Page[Name] extends readonly (infer Row)[] ? Row : never;
type NextPage = { next?: string | number | null; nextBefore?: string | null };
type RowsName<Page> = Page extends { next: unknown } | { nextBefore: unknown } ? keyof Page & string : never;

/** For calls that return named rows beside the next page's cursor. */
export function useNamedRows<C extends Call, Name extends RowsName<CallOutput<C>>>(
  call: C,
  input: Input<C>,
  name: Name,
  pollMs?: number,
) {
  return useAdminList<C, RowOf<CallOutput<C>, Name>>(call, input, {
    rowsOf: (page) => page[name] as RowOf<CallOutput<C>, Name>[],
    nextOf: (page) => (page as NextPage).next ?? (page as NextPage).nextBefore,
    pollMs,
  });
}

/** Newest-first lists page with `before`, others with `after`. */
export function cursor(call: Call, next: string | number | null | undefined): object | undefined {
  if (next === null || next === undefined) return undefined;
  return 'before' in (call.query?.shape ?? {}) ? { before: next } : { after: next };
}

export interface AdminMutationOptions<Input, Output> {
  run: (client: Client, input: Input) => Promise<Output>;
  /** Shown if the server sends no message. */
  failure: string;
  failureTitle?: string | undefined;
  /** The success toast, if any; a string is its title. */
  success?: string | ((output: Output, input: Input) => ToastText | string | undefined) | undefined;
  onDone?: ((output: Output, input: Input) => void) | undefined;
  /** Returns true if no toast is needed. */
  onFailure?: ((error: unknown, input: Input) => boolean) | undefined;
}

/** Ignores double clicks, toasts failures, asks for the password, retries, then refetches: others may have acted. */
export function useAdminMutation<Input = void, Output = unknown>(
  options: AdminMutationOptions<Input, Output>,
) {
  const client = useClient();
  const cache = useQueryClient();
  const isInFlight = useRef(false);
  const { isPending, mutateAsync, error, reset } = useMutation({
    mutationFn: (input: Input) => withPassword(() => options.run(client, input)),
  });

  async function run(input: Input): Promise<Output | undefined> {
    if (isInFlight.current) return undefined;
    isInFlight.current = true;
    try {
      const output = await mutateAsync(input);
      const { success } = options;
      const toast = typeof success === 'function' ? success(output, input) : success;
      if (toast) showToast(typeof toast === 'string' ? { title: toast } : toast);
      options.onDone?.(output, input);
      return output;
    } catch (error) {
      if (!(error instanceof PasswordRefused) && !options.onFailure?.(error, input))
        showToast(failureToast(error, options.failure, options.failureTitle));
      return undefined;
    } finally {
      isInFlight.current = false;
      void cache.invalidateQueries();
    }
  }

  return { run, isRunning: isPending, problems: problemsOf(error), forgetProblems: reset };
}

export function failureToast(error: unknown, failure: string, title = 'Error'): ToastText {
  const sentence = callFailureOf(error)?.sentence;
  return { title, description: sentence ? withoutField(sentence, error) : failure, tone: 'destructive' };
}

/** Drops the field's name from "dailyQuota: It must be ...": the form marks the field itself. */
function withoutField(sentence: string, error: unknown): string {
  const about = Object.entries(problemsOf(error)).find(([field, text]) => sentence === `${field}: ${text}`);
  return about ? about[1] : sentence;
}

/** The password dialog was closed: no toast. */
class PasswordRefused extends Error {}

async function withPassword<Output>(act: () => Promise<Output>): Promise<Output> {
  try {
    return await act();
  } catch (error) {
    if ((error as { code?: string }).code !== 'password_required') throw error;
    if (!(await askPassword(error))) throw new PasswordRefused();
    return act();
  }
}

/** For `onFailure` in forms that show problems beside their fields. */
export function isSaidAtFields(failure: unknown): boolean {
  return Object.keys(problemsOf(failure)).length > 0;
}

export function problemsOf(failure: unknown): Readonly<Record<string, string>> {
  return (failure as { fields?: Readonly<Record<string, string>> } | null)?.fields ?? {};
}
