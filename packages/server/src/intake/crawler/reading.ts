import { withoutControls } from '@vesper/contract';
import type { ReadableSource, SourceEntry } from '../readers/index.ts';
import type { Reading, VideoSourceRow } from '../sources/index.ts';

const LONGEST_SENTENCE = 500;

export type ReadingNotes = ReturnType<typeof createReadingNotes>;

/** Collects what an attempt to read a source meets, and says how it went. */
export function createReadingNotes(kind: string) {
  let isRead = false;
  let message: string | null = null;
  return {
    /** Something was read: an address, or that a file is unchanged. */
    read() {
      isRead = true;
    },
    problem(sentence: string) {
      message ??= withoutControls(sentence).slice(0, LONGEST_SENTENCE);
    },
    /** It was interrupted there. */
    timeIsUp() {
      if (!isRead) message ??= 'Nothing arrived in time.';
    },
    /** A source without entries, such as an empty list, counts as read. Null if nothing was tried: see `isReadLater`. */
    reading(): Reading | null {
      if (message === null) return isReadLater(kind) ? null : { result: 'read', message };
      return { result: isRead ? 'in_part' : 'not_read', message };
    },
  };
}

/** A crawl only names a source that is a single page; it is read when its video is downloaded. */
function isReadLater(kind: VideoSourceRow['kind']): boolean {
  return kind === 'page' || kind === 'ytdlp';
}

/** Passes on what a source yields, and notes it; problems are for the caller to note. */
export async function* noting<Part extends SourceEntry | readonly SourceEntry[]>(
  parts: AsyncIterable<Part>,
  notes: ReadingNotes,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    const entries: readonly SourceEntry[] = Array.isArray(part) ? part : [part as SourceEntry];
    if (entries.some(({ type }) => type !== 'problem')) notes.read();
    yield part;
  }
}

/** A source as readers take it. */
export function readableOf(source: Pick<VideoSourceRow, 'kind' | 'base_url' | 'hosts'>): ReadableSource {
  return { kind: source.kind, baseUrl: source.base_url, hosts: source.hosts };
}
