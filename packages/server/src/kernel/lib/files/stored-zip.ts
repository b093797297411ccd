import { crc32 } from 'node:zlib';

export interface ZipFile {
  /** ASCII, with forward slashes. */
  name: string;
  bytes: Buffer;
}

const MOST_FILES = 0xffff;
const MOST_BYTES = 0xffff_ffff;
/** 1980-01-01, the first day of the format. */
const DATE = 33;

/**
 * A zip archive of these files, piece by piece (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). They are stored
 * as they are and without dates: the same files make the same bytes. Holds one file at a time, and the list of all.
 * Throws for more than the format takes without its extension, 65,535 files or 4 GB.
 */
export async function* storedZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const shared = sharedFields(name, bytes);
    const tail = Buffer.alloc(14);
    if (directory.length === MOST_FILES || offset + bytes.length > MOST_BYTES)
      throw new Error('There is too much for one zip archive.');
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x0a\x00'), shared, tail, Buffer.from(name)]));
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name)]);
    offset += local.length + bytes.length;
    yield local;
    yield bytes;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([entries, Buffer.from('PK\x05\x06'), end]);
}

/** What stands both before a file and in the list at the end. */
function sharedFields(name: string, bytes: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(10, 0);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
