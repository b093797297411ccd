import type { Readable } from 'node:stream';

/** A folder of this machine (or one mounted everywhere), or a bucket. */
export const PLACES = ['fs', 's3'] as const;
export type Place = (typeof PLACES)[number];

export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Both ends inclusive; the caller has checked them against the size. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface SignedUrlOptions {
  expiresAt: Date;
  contentType: string;
  contentDisposition: string;
}

/**
 * Files by key (`videos/ab/<id>/video-1a2b.mp4`: letters, digits, `.`, `_`, `-` and slashes; none is a folder of another).
 * Files appear atomically and are durable before their writer resolves. Every function throws on an invalid key, and if
 * the place does not answer (StorageError for a bucket).
 */
export interface Storage {
  readonly place: Place;
  /** Moves a local file in. Its age counts from now. */
  adopt(localPath: string, key: string, options?: { signal?: AbortSignal }): Promise<void>;
  /** A failing stream leaves nothing, and the former file stays. `sizeBytes` is checked if given. */
  put(
    key: string,
    body: Readable,
    options?: { sizeBytes?: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** Undefined if missing. A caller that does not read to the end must destroy it. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  head(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
  /** Recursive, in no particular order, few in memory; by default all but the quarantine. */
  list(folder?: string): AsyncGenerator<StoredFile>;
  /** Moves a file where only `readQuarantined` reaches it. True if it is there afterwards, so repeatable after a crash; false if missing. */
  quarantine(key: string): Promise<boolean>;
  /** Moves it back. True if it is in place afterwards; false if missing. */
  release(key: string): Promise<boolean>;
  /** Straight into quarantine; a file in its place stays. */
  putQuarantined: Storage['put'];
  /** For administrators who review what visitors may not see. */
  readQuarantined(key: string, range?: ByteRange): Promise<Readable | undefined>;
  headQuarantined(key: string): Promise<StoredFile | undefined>;
  /** With the time of the quarantine. */
  listQuarantine(): AsyncGenerator<StoredFile>;
  removeQuarantined(key: string): Promise<void>;
  /** Removes incomplete files of writers that died before `before`. Returns how many. */
  removeLeftovers(before: Date): Promise<number>;
  /** Whether or not it exists; undefined in a bucket. */
  localPath(key: string): string | undefined;
  /** Gives everyone the file (GET with ranges; no HEAD: the method is signed) for a week at most; undefined in a folder. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string | undefined>;
  close(): void;
}

/** Forbidden, full, or unreachable. `code` is the place's own. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** New files go to the main place; every file's row names its place. */
export interface Storages {
  main: Storage;
  all: readonly Storage[];
  /** Throws if the settings do not (or no longer) name the place. */
  at(place: Place): Storage;
  close(): void;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,254})*$/;

export function isStorageKey(text: string): boolean {
  return text.length <= 1000 && KEY.test(text);
}

export function requireStorageKey(text: string): string {
  if (isStorageKey(text)) return text;
  throw new Error(`Not a storage key: ${JSON.stringify(text)}`);
}

export function createStorages(main: Storage, others: readonly Storage[] = []): Storages {
  const all = [main, ...others];
  return {
    main,
    all,
    at(place) {
      const found = all.find((storage) => storage.place === place);
      if (found) return found;
      throw new Error(`A file is in "${place}", which the settings do not name: see STORAGE.`);
    },
    close() {
      for (const storage of all) storage.close();
    },
  };
}
