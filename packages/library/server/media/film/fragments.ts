import { type FileHandle, open } from 'node:fs/promises';
import { readAt } from './cut-off.ts';

export interface Fragments {
  /** Of the initialization segment. */
  initBytes: number;
  /** RFC 6381: `avc1.64001f`, `mp4a.40.2`. */
  codec: string;
  segments: Segment[];
  sizeBytes: number;
}

export interface Segment {
  /** In seconds from the film's beginning. */
  start: number;
  seconds: number;
  offset: number;
  bytes: number;
}

const MOST_INIT_BYTES = 1024 * 1024;

/** Reads a fragmented mp4's segments; each begins with an index box (`sidx`). Throws unless the file is complete. */
export async function readFragments(localPath: string): Promise<Fragments> {
  const file = await open(localPath);
  try {
    const { size: sizeBytes } = await file.stat();
    const boxes = await readBoxes(file, sizeBytes);
    const indexes = boxes.filter(({ type }) => type === 'sidx');
    const initBytes = indexes[0]?.offset ?? sizeBytes;
    if (indexes.length === 0 || initBytes > MOST_INIT_BYTES) throw new Error('The stream has no segments.');
    const segments = await Promise.all(
      indexes.map(async ({ offset }, i) => {
        const bytes = (indexes[i + 1]?.offset ?? sizeBytes) - offset;
        return { ...readIndex(await readAt(file, offset, 52)), offset, bytes };
      }),
    );
    return {
      initBytes,
      codec: codecOf(await readAt(file, 0, initBytes)),
      segments: segments.map((one, i) => withTrueLength(one, segments[i + 1])),
      sizeBytes,
    };
  } finally {
    await file.close();
  }
}

interface Box {
  type: string;
  offset: number;
}

/** Top-level boxes; throws unless the last one ends with the file. */
async function readBoxes(file: FileHandle, sizeBytes: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let offset = 0;
  while (offset < sizeBytes) {
    const head = await readAt(file, offset, Math.min(16, sizeBytes - offset));
    const small = head.length >= 8 ? head.readUInt32BE(0) : 0;
    const bytes = small === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : small;
    if (bytes < 8 || offset + bytes > sizeBytes) throw new Error('The file of the stream is incomplete.');
    boxes.push({ type: head.toString('latin1', 4, 8), offset });
    offset += bytes;
  }
  return boxes;
}

/** ISO/IEC 14496-12, SegmentIndexBox with one reference. */
function readIndex(box: Buffer): { start: number; seconds: number } {
  const isLong = box.readUInt8(8) === 1;
  const timescale = box.readUInt32BE(16);
  const start = isLong ? Number(box.readBigUInt64BE(20)) : box.readUInt32BE(20);
  const reference = isLong ? 40 : 32;
  return { start: start / timescale, seconds: box.readUInt32BE(reference + 4) / timescale };
}

/** Until the next segment, whatever length ffmpeg gave its frames. */
function withTrueLength(segment: Segment, next: Segment | undefined): Segment {
  return next ? { ...segment, seconds: next.start - segment.start } : segment;
}

/** Three bytes of `avcC` hold profile, constraints and level. */
function codecOf(init: Buffer): string {
  const picture = init.indexOf('avcC', 0, 'latin1');
  return picture < 0 ? 'mp4a.40.2' : `avc1.${init.toString('hex', picture + 5, picture + 8)}`;
}
