import { charsetOfMark } from '../file/source-file.ts';

/** Of the bytes after the first 1,024, so many may hold a <meta> that comes too late. */
const MAX_LATE_BYTES = 200_000;

/**
 * A page's text. As browsers do (encoding.spec.whatwg.org; HTML, 13.2.3.2): by its byte order mark, else the header's
 * charset, else its <meta>, which should come within the first 1,024 bytes but may come later. If none says, or UTF-8
 * is said of a page without one valid character of it, it is UTF-8 if it can be, else windows-1252.
 */
export function decodePage(bytes: Uint8Array, headerCharset: string | undefined): string {
  const declared = charsetOfMark(bytes) ?? known(headerCharset) ?? charsetOfMeta(bytes);
  if (declared !== undefined && declared !== 'utf-8') return decode(bytes, declared);
  const text = decode(bytes, 'utf-8');
  return isMisread(text, declared !== undefined) ? decode(bytes, 'windows-1252') : text;
}

/** Bytes that are not UTF-8 after all: any, or more than there are characters beyond ASCII if UTF-8 was declared. */
function isMisread(text: string, isDeclared: boolean): boolean {
  const broken = count(text, /\uFFFD/g);
  if (broken === 0) return false;
  // The last character may be cut, and then only that one is broken.
  if (!isDeclared) return broken > 1 || !text.endsWith('\uFFFD');
  return broken > count(text, /[^\0-\x7f\uFFFD]/g);
}

function count(text: string, pattern: RegExp): number {
  let n = 0;
  for (const _ of text.matchAll(pattern)) n += 1;
  return n;
}

function charsetOfMeta(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, MAX_LATE_BYTES)).toString('latin1');
  const declared =
    /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /<meta[^>]{1,200}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1];
  // What can be read byte for byte is not UTF-16, whatever it says.
  return /^utf-?16/i.test(declared ?? '') ? 'utf-8' : known(declared);
}

/** The standard's name for a label; undefined for one that nobody knows. */
function known(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}
