/** Both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Possibly among empty list elements. */
const ONE_RANGE = /^bytes=[ \t,]*(\d*)-(\d*)[ \t,]*$/i;

/**
 * RFC 9110, sections 14.1 and 14.2. Invalid ranges are ignored, as the standard demands; so are multiple ranges, as it
 * allows: players never request them, and a small request would cause much work.
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

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
