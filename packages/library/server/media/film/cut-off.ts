import { type FileHandle, open } from 'node:fs/promises';

/** Whether a file ends before its container does; undefined if the container states no length. */
export async function isCutOff(localPath: string): Promise<boolean | undefined> {
  const file = await open(localPath);
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0, 64);
    if (BOX_TYPES.test(head.toString('latin1', 4, 8))) return await boxesEndAfter(file, size);
    if (head.toString('latin1', 0, 4) === 'RIFF') return head.readUInt32LE(4) + 8 > size;
    if (head.readUInt32BE(0) === EBML) return segmentEndsAfter(head, size);
    return undefined;
  } finally {
    await file.close();
  }
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const MOST_BOXES = 1_000_000;
const BOX_TYPES = /^(?:ftyp|moov|mdat|moof|mfra|free|skip|wide|uuid|sidx|styp|meta|udta|emsg|prft|pdin)$/;

/** ISO/IEC 14496-12, section 4.2: a size, a type, a 64-bit size if the size is 1. Bytes after the boxes are ignored. */
async function boxesEndAfter(file: FileHandle, sizeBytes: number): Promise<boolean | undefined> {
  let at = 0;
  for (let count = 0; count < MOST_BOXES && at + 8 <= sizeBytes; count += 1) {
    const head = await readAt(file, at, 16);
    if (!BOX_TYPES.test(head.toString('latin1', 4, 8))) return false;
    const short = head.readUInt32BE(0);
    // Size 0: to the end of the file.
    if (short === 0) return undefined;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) return false;
    at += length;
  }
  return at > sizeBytes;
}

/** RFC 8794, sections 4 to 6: an ID, a size of 1 to 8 bytes (all ones: unknown), and the data. */
function segmentEndsAfter(head: Buffer, sizeBytes: number): boolean | undefined {
  const header = readVint(head, 4);
  if (!header || header.end + header.value + 12 > head.length) return undefined;
  const at = header.end + header.value;
  if (head.readUInt32BE(at) !== SEGMENT) return undefined;
  const segment = readVint(head, at + 4);
  return segment && segment.end + segment.value > sizeBytes;
}

function readVint(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  const marker = 1n << BigInt(7 * length);
  const value = BigInt(`0x${bytes.toString('hex', at, at + length)}`) - marker;
  return value === marker - 1n ? undefined : { value: Number(value), end: at + length };
}

export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}
