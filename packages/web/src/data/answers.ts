import type { CallPath } from '@vesper/contract';
import { callFailureOf } from './call-failure.ts';

/** A page's query, the same on the server and in the browser: its cache key and how to fetch it. */
export interface PageQuery<Data = unknown> {
  queryKey: readonly [CallPath, ...unknown[]];
  queryFn: (cache: Answers) => Promise<Data>;
  /** Milliseconds until an answer is stale; never if omitted. */
  staleTime?: number;
  /** Milliseconds for which an unwatched answer is kept. */
  gcTime?: number;
}

/** Empty while the query is pending; the same object until it changes. */
export interface Answer<Data = unknown> {
  data: Data | undefined;
  /** The last attempt's; earlier data stays. */
  error: Error | undefined;
}

const PENDING: Answer<never> = { data: undefined, error: undefined };
const KEPT_MS = 5 * 60_000;

interface Entry {
  answer: Answer;
  query?: PageQuery | undefined;
  asking?: Promise<unknown> | undefined;
  watchers: Set<() => void>;
  answeredAtMs: number;
  usedAtMs: number;
}

/** Caches answers; nothing is refetched or retried until asked. TanStack Query would make the script a tenth larger. */
export class Answers {
  #entries = new Map<string, Entry>();
  #watchers = new Set<() => void>();

  read<Data>(queryKey: PageQuery['queryKey']): Answer<Data> {
    return (this.#entries.get(nameOf(queryKey))?.answer ?? PENDING) as Answer<Data>;
  }

  set<Data>(queryKey: PageQuery['queryKey'], answer: Partial<Answer<Data>>): void {
    this.#put(this.#entryOf(queryKey), { ...PENDING, ...answer });
  }

  /** The cached answer unless it is stale, else a new one. Rethrows the call's error. */
  fetch<Data>(query: PageQuery<Data>): Promise<Data> {
    const entry = this.#entryOf(query.queryKey, query);
    const { data } = entry.answer as Answer<Data>;
    return data === undefined || isStale(entry, query) ? this.#ask(entry, query) : Promise.resolve(data);
  }

  /** Like `fetch`, but leaves a failure to the watchers. */
  prefetch(query: PageQuery): Promise<unknown> {
    return this.fetch(query).catch(() => {});
  }

  retryFailed(): void {
    for (const entry of this.#entries.values()) {
      const { answer, query } = entry;
      if (answer.error && query) this.#ask(entry, query).catch(() => {});
    }
  }

  /** Asks unless answered or told to `wait`: an error status is an answer, a lost connection is not. */
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

  watchAll(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  }

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

  /** Back to pending, so that the next watcher asks again. */
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
