import { withoutControls } from '@vesper/contract';
import type { ReadableSource, SourceEntry } from '../readers/index.ts';
import type { Reading, VideoSourceRow } from '../sources/index.ts';

const LONGEST_SENTENCE = 500;

export type ReadingNotes = ReturnType<typeof createReadingNotes>;

export function createReadingNotes(kind: string) {
  let isRead = false;
  let message: string | null = null;
  return {
    /** An address was read, or a file is unchanged. */
    read() {
      isRead = true;
    },
    problem(sentence: string) {
      message ??= withoutControls(sentence).slice(0, LONGEST_SENTENCE);
    },
    timeIsUp() {
      if (!isRead) message ??= 'Nothing arrived in time.';
    },
    /** An empty list counts as read. Null if nothing was tried: see `isReadLater`. */
    reading(): Reading | null {
      if (message === null) return isReadLater(kind) ? null : { result: 'read', message };
      return { result: isRead ? 'in_part' : 'not_read', message };
    },
  };
}

/** A single page is read when its video is downloaded. */
function isReadLater(kind: VideoSourceRow['kind']): boolean {
  return kind === 'page' || kind === 'ytdlp';
}

/** Passes entries on and notes them; problems are for the caller. */
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

export function readableOf(source: Pick<VideoSourceRow, 'kind' | 'base_url' | 'hosts'>): ReadableSource {
  return { kind: source.kind, baseUrl: source.base_url, hosts: source.hosts };
}
