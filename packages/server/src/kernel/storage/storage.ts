import type { Readable } from 'node:stream';

/** Where a file can be: in a folder of this machine (or one mounted on all machines), or in a bucket. */
export const PLACES = ['fs', 's3'] as const;
export type Place = (typeof PLACES)[number];

export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Both ends inclusive, as in HTTP; the caller has checked them against the size. */
export interface ByteRange {
  start: number;
  end: number;
}

/** How long an address is valid, and the answer's headers. */
export interface SignedUrlOptions {
  expiresAt: Date;
  contentType: string;
  contentDisposition: string;
}

/**
 * Files by key (`videos/ab/<id>/video-1a2b.mp4`: letters, digits, `.`, `_`, `-` and slashes). Every function throws on
 * an invalid key. Files appear atomically, and are durable before their writer's promise resolves. No key is a folder
 * of another. If a place does not answer, every function throws (StorageError for a bucket).
 */
export interface Storage {
  readonly place: Place;
  /** Moves a local file under that key. Its age counts from now. */
  adopt(localPath: string, key: string, options?: { signal?: AbortSignal }): Promise<void>;
  /** Writes a stream; one that fails leaves nothing, and the former file stays. `sizeBytes` is checked if given. */
  put(
    key: string,
    body: Readable,
    options?: { sizeBytes?: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  /**
   * The file's bytes, or a range; undefined if it is missing. A caller that does not read to the end must destroy it.
   */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Does nothing if it is missing. */
  remove(key: string): Promise<void>;
  /** Every file below a folder, in no particular order, with few in memory; by default all but the quarantine. */
  list(folder?: string): AsyncGenerator<StoredFile>;
  /**
   * Moves a file aside, where only `readQuarantined` reaches it, until it is released or deleted. True if it is in
   * quarantine afterwards, even from an earlier call, so that it may be repeated after a crash; false if it is missing.
   */
  quarantine(key: string): Promise<boolean>;
  /** Moves it back. True if the file is in its place afterwards, even from an earlier call; false if it is missing. */
  release(key: string): Promise<boolean>;
  /** Like `put`, straight into quarantine; a file in its place stays there. */
  putQuarantined: Storage['put'];
  /** Like `read`, for quarantined files: for administrators who review what visitors may not see. */
  readQuarantined(key: string, range?: ByteRange): Promise<Readable | undefined>;
  headQuarantined(key: string): Promise<StoredFile | undefined>;
  /** The quarantined keys, with the time when they were quarantined. */
  listQuarantine(): AsyncGenerator<StoredFile>;
  removeQuarantined(key: string): Promise<void>;
  /** Removes incomplete files, which no key reaches, of writers that died before `before`. Returns how many. */
  removeLeftovers(before: Date): Promise<number>;
  /** The file's path on this machine, whether or not it exists; undefined in a bucket. */
  localPath(key: string): string | undefined;
  /**
   * An address that gives everyone the file (GET with ranges; no HEAD: the method is signed too) until it expires,
   * after a week at most; undefined in a folder.
   */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string | undefined>;
  /** Closes its connections; it must not be used afterwards. */
  close(): void;
}

/** A place that failed a request: forbidden, full, or unreachable. `code` is its own error code. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The places of a site. New files go to the main one; every file's row names its place. */
export interface Storages {
  main: Storage;
  all: readonly Storage[];
  /** Throws if the settings do not (or no longer) name the place. */
  at(place: Place): Storage;
  close(): void;
}

/** Each part at most as long as a file system allows. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}(\/[A-Za-z0-9][A-Za-z0-9._-]{0,254})*$/;

export function isStorageKey(text: string): boolean {
  return text.length <= 1000 && KEY.test(text);
}

export function requireStorageKey(text: string): void {
  if (!isStorageKey(text)) throw new Error(`Not a storage key: ${JSON.stringify(text)}`);
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
