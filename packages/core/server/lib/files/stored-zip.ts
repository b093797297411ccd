import { crc32 } from 'node:zlib';

export interface ZipFile {
  name: string;
  bytes: Buffer;
}

const MOST_FILES = 0xffff;
const MOST_BYTES = 0xffff_ffff;
/** 1980-01-01, the format's first day. */
const DATE = 33;

/**
 * Streams a zip (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16), uncompressed and undated: the same files give the
 * same bytes. Holds one file at a time. Throws above 65,535 files or 4 GB.
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

/** Both before a file and in the final list. */
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
