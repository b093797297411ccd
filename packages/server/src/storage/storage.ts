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

/**
 * Files by key (`videos/ab/<id>/video-1a2b.mp4`: letters, digits, `.`, `_`, `-` and slashes). Every function throws on
 * a text that is no key. A file is there whole or not at all, and safe before the promise of its writer is kept.
 */
export interface Storage {
  readonly place: Place;
  /** Takes a local file over under that key: afterwards it is gone from where it was. */
  adopt(localPath: string, key: string): Promise<void>;
  /** Writes what the stream gives; a stream that fails leaves nothing. `sizeBytes` is checked where it is given. */
  put(
    key: string,
    body: Readable,
    options?: { sizeBytes?: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** The file's bytes, or those of a part; undefined where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Does nothing where there is none. */
  remove(key: string): Promise<void>;
  /** Every file below a folder, in no particular order, few in memory at once; without one, all but the quarantine. */
  list(folder?: string): AsyncGenerator<StoredFile>;
  /** Puts a file aside, where no key reaches it, until it is released or removed for good. False where there is none. */
  quarantine(key: string): Promise<boolean>;
  /** Puts it back. False where none was put aside. */
  release(key: string): Promise<boolean>;
  /** The keys that lie in quarantine, with the moment at which they were put there. */
  listQuarantine(): AsyncGenerator<StoredFile>;
  removeQuarantined(key: string): Promise<void>;
  /** Where the file lies on this machine, whether it is there or not; undefined in a bucket. */
  localPath(key: string): string | undefined;
  /** An address by which everyone gets the file (GET and HEAD, ranges) until it expires; undefined in a folder. */
  signedUrl(key: string, options: { expiresAt: Date; contentType: string }): Promise<string | undefined>;
}

/** The places that a site has. New files go to the main one; every stored file's row says where it lies. */
export interface Storages {
  main: Storage;
  all: readonly Storage[];
  /** Throws where the settings know no such place (any more). */
  at(place: Place): Storage;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

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
  };
}
