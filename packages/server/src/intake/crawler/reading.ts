import { withoutControls } from '@vesper/contract';
import type { SourceEntry } from '../readers/index.ts';
import type { Reading, VideoSourceRow } from '../sources/index.ts';

const LONGEST_SENTENCE = 500;

/** Hears what a try to read a source comes upon, and says how it went. */
export interface ReadingNotes {
  /** Something was read: an address, or that a file says nothing new. */
  read(): void;
  problem(message: string): void;
  /** It was broken off there. */
  timeIsUp(): void;
  /** A source without a word, such as an empty list, was read. Null where nothing was tried: see `isReadLater`. */
  reading(): Reading | null;
}

export function createReadingNotes(kind: string): ReadingNotes {
  let isRead = false;
  let message: string | null = null;
  return {
    read() {
      isRead = true;
    },
    problem(sentence) {
      message ??= withoutControls(sentence).slice(0, LONGEST_SENTENCE);
    },
    timeIsUp() {
      if (!isRead) message ??= 'Nothing arrived in time.';
    },
    reading() {
      if (message === null) return isReadLater(kind) ? null : { result: 'read', message };
      return { result: isRead ? 'in_part' : 'not_read', message };
    },
  };
}

/** A source that is a single page is only named by a crawl, and read when its video is brought. */
function isReadLater(kind: VideoSourceRow['kind']): boolean {
  return kind === 'page' || kind === 'ytdlp';
}

/** Passes on what a source says, and notes it. */
export async function* noting(
  entries: AsyncIterable<SourceEntry>,
  notes: ReadingNotes,
): AsyncGenerator<SourceEntry> {
  for await (const entry of entries) {
    if (entry.type === 'problem') notes.problem(entry.message);
    else notes.read();
    yield entry;
  }
}
