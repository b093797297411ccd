import { create } from 'content-disposition';

/** File systems take 255 bytes; browsers and visitors add endings and numbers. */
const MAX_BYTES = 200;
const NAMELESS = 'video';
/** Windows reserves these for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?:\.|$)/i;
/** Invisible or reordering characters; joiners belong to scripts and emoji. */
const UNSEEN = /[[\p{Cf}\p{Cs}]--[\u200c\u200d]]/gv;

const graphemes = new Intl.Segmenter();

/** Valid on Windows, macOS and Linux, in any script, and showing its true ending. `extension` without its dot. */
export function downloadName(title: string, extension: string): string {
  const clean = title
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('"', "'")
    .replace(/[*?<>]/g, '')
    .replace(/ *[/\\:]+ */g, '-')
    .replaceAll('|', '-')
    .replace(/\s+/g, ' ');
  const stem = trimEnds(cut(trimEnds(clean)));
  if (!/[^\p{Cf}\s]/u.test(stem)) return `${NAMELESS}.${extension}`;
  return `${DEVICE.test(stem) ? '_' : ''}${stem}.${extension}`;
}

/** Content-Disposition (RFC 6266). */
export function downloadDisposition(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = name
    .slice(0, dot)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  // Old browsers know only ASCII, and take a percent sign for an escape.
  const fallback = /[a-z0-9]/i.test(stem) ? stem : NAMELESS;
  return create(name, { fallback: fallback + name.slice(dot) });
}

/** A leading dot hides a file, a dash looks like an option; Windows drops dots and spaces at the end. */
function trimEnds(text: string): string {
  return text.replace(/^[\s.-]+|[\s.-]+$/g, '');
}

function cut(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > MAX_BYTES) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
