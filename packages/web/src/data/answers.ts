import type { CallPath } from '@vesper/contract';
import { callFailureOf } from './call-failure.ts';

/** A page's query, the same on the server and in the browser: its cache key and how to fetch it. */
export interface PageQuery<Data = unknown> {
  queryKey: readonly [CallPath, ...unknown[]];
  queryFn: (cache: Answers) => Promise<Data>;
  /** How long an answer is given to later callers, in milliseconds; forever if left out. */
  staleTime?: number;
  /** How long an answer that nobody watches is kept, in milliseconds. */
  gcTime?: number;
}

/** What is known of a query: nothing while it is pending. The same object until that changes. */
export interface Answer<Data = unknown> {
  data: Data | undefined;
  /** Of the last try; data from before it stays. */
  error: Error | undefined;
}

const PENDING: Answer<never> = { data: undefined, error: undefined };
const KEPT_MS = 5 * 60_000;

interface Entry {
  answer: Answer;
  /** Undefined as long as only the answer itself was given. */
  query?: PageQuery | undefined;
  asking?: Promise<unknown> | undefined;
  watchers: Set<() => void>;
  /** When the answer came, and when it was last given or watched. */
  answeredAtMs: number;
  usedAtMs: number;
}

/**
 * The answers to the pages' queries, in memory. They go stale only after a query's `staleTime`, are not refetched by
 * themselves, and a failed call is not retried until somebody asks again. Not TanStack Query, as in the back office: it
 * would add a tenth to the script that every visitor loads.
 */
export class Answers {
  #entries = new Map<string, Entry>();
  #watchers = new Set<() => void>();

  read<Data>(queryKey: PageQuery['queryKey']): Answer<Data> {
    return (this.#entries.get(nameOf(queryKey))?.answer ?? PENDING) as Answer<Data>;
  }

  set<Data>(queryKey: PageQuery['queryKey'], answer: Partial<Answer<Data>>): void {
    this.#put(this.#entryOf(queryKey), { ...PENDING, ...answer });
  }

  /** The answer that is here, unless it is stale, else a new one. Rethrows the call's error. */
  fetch<Data>(query: PageQuery<Data>): Promise<Data> {
    const entry = this.#entryOf(query.queryKey, query);
    const { data } = entry.answer as Answer<Data>;
    return data === undefined || isStale(entry, query) ? this.#ask(entry, query) : Promise.resolve(data);
  }

  /** As `fetch`, but a failure is left to those who watch. */
  prefetch(query: PageQuery): Promise<unknown> {
    return this.fetch(query).catch(() => {});
  }

  /** Asks again what has failed. */
  retryFailed(): void {
    for (const entry of this.#entries.values()) {
      const { answer, query } = entry;
      if (answer.error && query) this.#ask(entry, query).catch(() => {});
    }
  }

  /**
   * Calls back whenever the query's answer changes, until the returned function is called. Unless told to `wait`, asks if
   * there is no answer or a stale one; a refusal is an answer, the failure of a connection is not.
   */
  watch(query: PageQuery, wait: boolean, onChange: () => void): () => void {
    const entry = this.#entryOf(query.queryKey, query);
    entry.watchers.add(onChange);
    if (!wait && !isRefused(entry)) void this.prefetch(query);
    return () => {
      entry.watchers.delete(onChange);
      entry.usedAtMs = Date.now();
      this.#forgetFailure(entry);
    };
  }

  /** Calls back whenever any answer changes. */
  watchAll(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  }

  /** Everything that has been answered or refused. */
  all(): (Answer & { key: PageQuery['queryKey'] })[] {
    return [...this.#entries]
      .filter(([, { answer }]) => answer.data !== undefined || answer.error)
      .map(([name, { answer }]) => ({ key: JSON.parse(name), ...answer }));
  }

  #entryOf(queryKey: PageQuery['queryKey'], query?: PageQuery): Entry {
    const name = nameOf(queryKey);
    const now = Date.now();
    const known = this.#entries.get(name);
    if (!known) this.#forgetUnused(now);
    const entry: Entry = known ?? { answer: PENDING, watchers: new Set(), answeredAtMs: 0, usedAtMs: now };
    this.#entries.set(name, entry);
    entry.query = query ?? entry.query;
    entry.usedAtMs = now;
    return entry;
  }

  #ask<Data>(entry: Entry, query: PageQuery<Data>): Promise<Data> {
    entry.asking ??= this.#answer(entry, query).finally(() => {
      entry.asking = undefined;
    });
    return entry.asking as Promise<Data>;
  }

  async #answer<Data>(entry: Entry, query: PageQuery<Data>): Promise<Data> {
    const { data: before, error } = entry.answer;
    if (error && before === undefined) this.#put(entry, PENDING);
    try {
      const data = await query.queryFn(this);
      this.#put(entry, { data, error: undefined });
      return data;
    } catch (error) {
      this.#put(entry, { data: entry.answer.data, error: error as Error });
      this.#forgetFailure(entry);
      throw error;
    }
  }

  #put(entry: Entry, answer: Answer): void {
    entry.answer = answer;
    entry.answeredAtMs = entry.usedAtMs = Date.now();
    for (const onChange of [...entry.watchers, ...this.#watchers]) onChange();
  }

  /** The next to watch it finds it pending, and asks. */
  #forgetFailure(entry: Entry): void {
    const { data, error } = entry.answer;
    if (error && data === undefined && !isRefused(entry) && entry.watchers.size === 0) entry.answer = PENDING;
  }

  #forgetUnused(now: number): void {
    for (const [name, { watchers, asking, query, usedAtMs }] of this.#entries) {
      const isUsed = watchers.size > 0 || asking || now - usedAtMs <= (query?.gcTime ?? KEPT_MS);
      if (!isUsed) this.#entries.delete(name);
    }
  }
}

/** What the cache holds for a query; undefined while loading or after a failure. */
export function readQuery<Data>(cache: Answers, query: PageQuery<Data>): Data | undefined {
  return cache.read<Data>(query.queryKey).data;
}

/** A key's parts are always written in the same order. */
export function nameOf(queryKey: PageQuery['queryKey']): string {
  return JSON.stringify(queryKey);
}

function isStale({ answeredAtMs }: Entry, { staleTime = Number.POSITIVE_INFINITY }: PageQuery): boolean {
  return Date.now() - answeredAtMs >= staleTime;
}

function isRefused({ answer: { data, error } }: Entry): boolean {
  return data === undefined && callFailureOf(error) !== undefined;
}
