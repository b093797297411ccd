import type { Readable } from 'node:stream';

/** Where a file can lie: in a folder of this machine (or one that all machines mount), or in a bucket. */
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

/** How long an address is good for, and what the answer says of the file. */
export interface SignedUrlOptions {
  expiresAt: Date;
  contentType: string;
  contentDisposition: string;
}

/**
 * Files by key (`videos/ab/<id>/video-1a2b.mp4`: letters, digits, `.`, `_`, `-` and slashes). Every function throws on
 * a text that is no key. A file is there whole or not at all, and safe before the promise of its writer is kept. No
 * key is a folder of another. Where a place cannot be asked, every function throws (StorageError for a bucket).
 */
export interface Storage {
  readonly place: Place;
  /** Takes a local file over under that key: afterwards it is gone from where it was. Its age counts from now. */
  adopt(localPath: string, key: string, options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Writes what the stream gives; a stream that fails leaves nothing, and the file that was there before stays.
   * `sizeBytes` is checked where it is given.
   */
  put(
    key: string,
    body: Readable,
    options?: { sizeBytes?: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** The file's bytes, or those of a part; undefined where there is none. Whoever does not read to the end destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Does nothing where there is none. */
  remove(key: string): Promise<void>;
  /** Every file below a folder, in no particular order, few in memory at once; without one, all but the quarantine. */
  list(folder?: string): AsyncGenerator<StoredFile>;
  /**
   * Puts a file aside, where only `readQuarantined` reaches it, until it is released or removed for good. True if it lies aside
   * afterwards, by an earlier call too, so that it may be called again after a crash; false where there is none.
   */
  quarantine(key: string): Promise<boolean>;
  /** Puts it back. True if the file is in its place afterwards, by an earlier call too; false where there is none. */
  release(key: string): Promise<boolean>;
  /** As `read`, of what lies in quarantine: for administrators who look at what visitors may not have. */
  readQuarantined(key: string, range?: ByteRange): Promise<Readable | undefined>;
  headQuarantined(key: string): Promise<StoredFile | undefined>;
  /** The keys that lie in quarantine, with the moment at which they were put there. */
  listQuarantine(): AsyncGenerator<StoredFile>;
  removeQuarantined(key: string): Promise<void>;
  /** Removes what writers that died before `before` left half done, which no key reaches. Says how many. */
  removeLeftovers(before: Date): Promise<number>;
  /** Where the file lies on this machine, whether it is there or not; undefined in a bucket. */
  localPath(key: string): string | undefined;
  /**
   * An address by which everyone gets the file (GET with ranges; no HEAD: the method is signed too) until it expires,
   * after a week at the latest; undefined in a folder.
   */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string | undefined>;
  /** Ends its connections; nothing may be asked of it afterwards. */
  close(): void;
}

/** A place that could not do what was asked of it: forbidden, full, or out of reach. `code` is its own word for it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The places that a site has. New files go to the main one; every stored file's row says where it lies. */
export interface Storages {
  main: Storage;
  all: readonly Storage[];
  /** Throws where the settings know no such place (any more). */
  at(place: Place): Storage;
  close(): void;
}

/** Each part at most as long as a file system's names may be. */
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
      throw new Error(`A file lies in "${place}", which the settings do not name: see STORAGE.`);
    },
    close() {
      for (const storage of all) storage.close();
    },
  };
}
