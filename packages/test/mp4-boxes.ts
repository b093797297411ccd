/** Boxes that hold boxes, and how many own bytes come first. */
const HOLDERS: Readonly<Record<string, number>> = {
  ...{ moov: 0, trak: 0, edts: 0, mdia: 0, minf: 0, dinf: 0, stbl: 0, udta: 0 },
  ...{ stsd: 8, dref: 8 },
};

interface Box {
  type: string;
  body: Buffer;
}

/** The top-level boxes (ISO/IEC 14496-12, section 4.2). */
export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) throw new Error('A box without a plain size.');
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** The file with every box of a type changed, at any depth; lengths may change. */
export function mapBoxes(bytes: Buffer, type: string, change: (body: Buffer) => Buffer): Buffer {
  const changed = readBoxes(bytes).map((one) => {
    if (one.type === type) return box(type, change(one.body));
    const own = HOLDERS[one.type];
    if (own === undefined) return box(one.type, one.body);
    return box(one.type, one.body.subarray(0, own), mapBoxes(one.body.subarray(own), type, change));
  });
  return Buffer.concat(changed);
}

/** The same in place, without changing lengths. */
export function editBoxes(bytes: Buffer, type: string, edit: (body: Buffer) => void): Buffer {
  return mapBoxes(bytes, type, (body) => {
    const copy = Buffer.from(body);
    edit(copy);
    return copy;
  });
}
