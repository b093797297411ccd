import { withoutControls } from '@vesper/contract';
import type { SourceEntry } from '../readers/index.ts';
import type { Reading, VideoSourceRow } from '../sources/index.ts';

const LONGEST_SENTENCE = 500;

/** Collects what an attempt to read a source meets, and says how it went. */
export interface ReadingNotes {
  /** Something was read: an address, or that a file is unchanged. */
  read(): void;
  problem(message: string): void;
  /** It was interrupted there. */
  timeIsUp(): void;
  /** A source without entries, such as an empty list, counts as read. Null if nothing was tried: see `isReadLater`. */
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

/** A crawl only names a source that is a single page; it is read when its video is downloaded. */
function isReadLater(kind: VideoSourceRow['kind']): boolean {
  return kind === 'page' || kind === 'ytdlp';
}

/** Passes on what a source yields, and notes it. */
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
