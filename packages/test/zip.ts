import { crc32, deflateRawSync } from 'node:zlib';

interface ZipOptions {
  isStored?: boolean;
  /** A false unpacked size. */
  statedBytes?: number;
}

/** A zip archive of these files (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { isStored = false, statedBytes }: ZipOptions = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(statedBytes ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06'), end]);
}
