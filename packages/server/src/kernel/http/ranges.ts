/** Both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** One range, possibly among empty list elements; anything else, such as several ranges, does not match. */
const ONE_RANGE = /^bytes=[ \t,]*(\d*)-(\d*)[ \t,]*$/i;

/**
 * What the Range header of a GET asks of a body of `size` bytes (RFC 9110, sections 14.1 and 14.2).
 *
 * Whatever is no range of bytes is ignored, as the standard demands. So are several ranges, which it allows: the
 * whole file is an answer that every client understands, players never ask for several, and an answer in many parts
 * is the old way to make a server work much for a small request.
 */
export function selectRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = header === undefined ? null : ONE_RANGE.exec(header);
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? 'whole' : suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** The last bytes; of a shorter file, all. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
