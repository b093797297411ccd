import {
  type Entry,
  keyOf,
  type ListName,
  type Lists,
  MAX_TAG_LENGTH,
  momentOf,
  TITLE_LENGTH,
  type VideoSnapshot,
} from './lists.ts';

const FILE_FORMAT = 'video-library';
const FILE_VERSION = 1;

/** Times are ISO 8601. Picture addresses are left out: they expire. */
export function libraryFile(lists: Lists, now: Date): string {
  const file = {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exportedAt: now.toISOString(),
    history: [...lists.history.values()].map((entry) => ({
      ...videoFacts(entry),
      position: entry.position,
      watchedAt: iso(entry.watchedAt),
    })),
    favourites: [...lists.favourites.values()].map(savedFacts),
    watchLater: [...lists.watchLater.values()].map(savedFacts),
    hiddenTags: [...lists.hiddenTags.values()].map(({ tag, addedAt }) => ({ tag, addedAt: iso(addedAt) })),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function savedFacts(entry: Entry<'favourites'>) {
  return { ...videoFacts(entry), addedAt: iso(entry.addedAt) };
}

function videoFacts({ videoId, title, duration }: Entry<'favourites'> | Entry<'history'>) {
  return { videoId, title, duration };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

/** Large enough for full lists with long titles. */
export const MAX_FILE_BYTES = 5_000_000;

/** A year. */
const MAX_SECONDS = 31_536_000;
const VIDEO_ID = /^[A-Za-z0-9_-]{1,100}$/;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** The message is shown to the visitor. */
export class LibraryFileError extends Error {}

/** Trusts nothing: checks and copies by name, and turns future times into `now` (ms). Throws LibraryFileError. */
export function readLibraryFile(text: string, now: number): Lists {
  const file = parse(text);
  if (!isRecord(file) || file.format !== FILE_FORMAT) {
    throw new LibraryFileError('This file is not an exported library.');
  }
  if (file.version !== FILE_VERSION) {
    throw new LibraryFileError(`Only library files of version ${FILE_VERSION} can be imported.`);
  }
  return {
    history: readList(file, 'history', (fields) => ({
      ...readSnapshot(fields),
      position: fields.seconds('position'),
      watchedAt: fields.moment('watchedAt', now),
    })),
    favourites: readList(file, 'favourites', (fields) => readSaved(fields, now)),
    watchLater: readList(file, 'watchLater', (fields) => readSaved(fields, now)),
    hiddenTags: readList(file, 'hiddenTags', (fields) => ({
      tag: fields.text('tag', MAX_TAG_LENGTH),
      addedAt: fields.moment('addedAt', now),
    })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LibraryFileError('This file is not JSON. It may be damaged or of another type.');
  }
}

/** If two entries have the same key, the later wins. */
function readList<Name extends ListName>(
  file: Record<string, unknown>,
  name: Name,
  read: (fields: Fields) => Entry<Name>,
): Map<string, Entry<Name>> {
  const values = file[name];
  if (!Array.isArray(values)) throw new LibraryFileError(`The list “${name}” is missing from the file.`);
  const list = new Map<string, Entry<Name>>();
  for (const [index, value] of values.entries()) {
    const entry = read(new Fields(value, `“${name}”, entry ${index + 1}`));
    const other = list.get(keyOf(entry));
    if (!other || momentOf(other) < momentOf(entry)) list.set(keyOf(entry), entry);
  }
  return list;
}

function readSaved(fields: Fields, now: number): Entry<'favourites'> {
  return { ...readSnapshot(fields), addedAt: fields.moment('addedAt', now) };
}

/** Picture addresses in a file are ignored: they come from the site. */
function readSnapshot(fields: Fields): VideoSnapshot {
  return {
    videoId: fields.videoId('videoId'),
    title: fields.text('title', TITLE_LENGTH),
    duration: fields.seconds('duration'),
    thumbnailUrl: '',
    checkedAt: 0,
  };
}

/** `place` locates the entry in error messages. */
class Fields {
  #values: Record<string, unknown>;
  #place: string;

  constructor(value: unknown, place: string) {
    if (!isRecord(value)) throw new LibraryFileError(`${place} is not an entry.`);
    this.#values = value;
    this.#place = place;
  }

  videoId(name: string): string {
    const value = this.#values[name];
    if (typeof value === 'string' && VIDEO_ID.test(value)) return value;
    throw this.#refusal(name, 'is not a video id');
  }

  text(name: string, maxLength: number): string {
    const value = this.#values[name];
    if (typeof value === 'string' && value !== '' && value.length <= maxLength) return value.toWellFormed();
    throw this.#refusal(name, `does not have 1 to ${maxLength} characters`);
  }

  seconds(name: string): number {
    const value = this.#values[name];
    if (typeof value === 'number' && value >= 0 && value <= MAX_SECONDS) return value;
    throw this.#refusal(name, 'is not a number of seconds');
  }

  moment(name: string, now: number): number {
    const value = this.#values[name];
    const time = typeof value === 'string' && ISO_MOMENT.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(time)) throw this.#refusal(name, 'is not a date and time');
    return Math.min(time, now);
  }

  #refusal(name: string, complaint: string): LibraryFileError {
    return new LibraryFileError(`${this.#place}: “${name}” ${complaint}.`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
