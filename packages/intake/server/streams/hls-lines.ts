export type HlsLine = { tag: string; value: string } | { address: string };

/** RFC 8216, section 4.1, without comments. */
export function* hlsLines(text: string): Generator<HlsLine, void, undefined> {
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = match[0].trim();
    if (line.startsWith('#EXT')) {
      const colon = line.indexOf(':');
      const end = colon < 0 ? line.length : colon;
      yield { tag: line.slice(1, end).trimEnd(), value: line.slice(end + 1).trim() };
    } else if (line !== '' && !line.startsWith('#') && line !== '\uFEFF') yield { address: line };
  }
}

/** RFC 8216, section 4.2; by name, without quotes. */
export function attributesOf(value: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted, plain] of value.matchAll(ATTRIBUTE))
    attributes.set(name, quoted ?? plain?.trim() ?? '');
  return attributes;
}

const ATTRIBUTE = /([A-Z0-9-]{1,60})=(?:"([^"]*)"|([^,"]*))/g;

/** "1280x720". */
export function resolutionOf(text = ''): { width: number | undefined; height: number | undefined } {
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(text.trim());
  return { width: match ? Number(match[1]) : undefined, height: match ? Number(match[2]) : undefined };
}

export function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
