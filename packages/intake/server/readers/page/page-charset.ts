import { charsetOfMark } from '../file/source-file.ts';

/** Searched after the first 1,024 bytes for a late <meta>. */
const MAX_LATE_BYTES = 200_000;

/**
 * Decodes as browsers do (encoding.spec.whatwg.org; HTML, 13.2.3.2): byte order mark, header, <meta>, which may come
 * late. If none says, or false UTF-8 is declared: UTF-8 if possible, else windows-1252.
 */
export function decodePage(bytes: Uint8Array, headerCharset: string | undefined): string {
  const declared = charsetOfMark(bytes) ?? known(headerCharset) ?? charsetOfMeta(bytes);
  if (declared !== undefined && declared !== 'utf-8') return decode(bytes, declared);
  const text = decode(bytes, 'utf-8');
  return isMisread(text, declared !== undefined) ? decode(bytes, 'windows-1252') : text;
}

/** Undeclared: any invalid byte. Declared: more invalid bytes than characters beyond ASCII. */
function isMisread(text: string, isDeclared: boolean): boolean {
  const broken = count(text, /\uFFFD/g);
  if (broken === 0) return false;
  // Only the last character may be cut.
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
  // A declaration readable byte by byte is not UTF-16.
  return /^utf-?16/i.test(declared ?? '') ? 'utf-8' : known(declared);
}

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
