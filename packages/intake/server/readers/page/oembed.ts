import { charsetOf, decodeText, readBytes, tooLargeError } from '@vesper/core/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch, type SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { Parser } from 'htmlparser2';
import { cleanAddress, cleanLine, cleanPixels, readDuration, withoutUndefined } from '../clean-text.ts';
import { createXmlParser } from '../file/xml-stream.ts';
import { plainText } from './page-data.ts';

const MAX_ANSWER_BYTES = 1_000_000;
/** Longer snippets are not players; parsing time grows with nesting. */
const MAX_HTML_LENGTH = 20_000;
const MAX_PLAYERS = 10;

/** Text is plain and bounded, addresses are absolute http(s). */
export interface OembedVideo {
  /** The frames in its `html`, never empty; the rest of the HTML is dropped. */
  players: string[];
  title?: string;
  authorName?: string;
  thumbnailUrl?: string;
  /** The player's, in pixels. */
  width?: number;
  height?: number;
  durationSeconds?: number;
}

interface OembedOptions {
  fetch: SafeFetch;
  signal: AbortSignal;
  /** Whether a host, with its port, may be requested, redirects included. */
  mayAsk: (host: string) => boolean;
}

/**
 * Requests an oEmbed 1.0 answer (oembed.com), JSON or XML. Throws SourceError: `no_video` if not video or rich, or
 * without a player; `foreign_host` after a redirect elsewhere.
 */
export async function readOembed(
  url: string,
  { fetch, signal, mayAsk }: OembedOptions,
): Promise<OembedVideo> {
  const response = requireOk(
    await fetch(url, {
      maxBytes: MAX_ANSWER_BYTES,
      headers: { accept: 'application/json+oembed, application/json, text/xml+oembed;q=0.8, text/xml;q=0.7' },
      signal,
      beforeRequest: async ({ host }) => {
        if (mayAsk(host)) return;
        const sentence = `The oEmbed answer is at ${host.slice(0, 200)}, which belongs to neither the source nor a provider.`;
        throw new SourceError('foreign_host', sentence);
      },
    }),
  );
  const { bytes, complete } = await readBytes(response.body, MAX_ANSWER_BYTES);
  if (!complete) throw tooLargeError(MAX_ANSWER_BYTES);
  const text = decodeText(bytes, charsetOf(response.headers['content-type']));
  return toVideo(isXml(response, text) ? readXml(text) : readJson(text), response.url);
}

type Fields = (name: string) => string | undefined;

function toVideo(field: Fields, base: string): OembedVideo {
  const type = field('type')?.trim().toLowerCase() ?? '';
  if (type !== 'video' && type !== 'rich') {
    const said = cleanLine(type, 40) || 'nothing';
    throw new SourceError('no_video', `The oEmbed answer has the type "${said}", which is not a video.`);
  }
  const players = framesIn(field('html') ?? '', base);
  if (players.length === 0)
    throw new SourceError('no_video', 'The oEmbed answer contains no frame with a player.');
  const line = (name: string) => cleanLine(plainText((field(name) ?? '').slice(0, 4000))) || undefined;
  const pixels = (name: string) => {
    const text = field(name)?.trim() ?? '';
    return /^\d{1,6}$/.test(text) ? cleanPixels(text) : undefined;
  };
  return {
    players,
    ...withoutUndefined({
      title: line('title'),
      authorName: line('author_name'),
      thumbnailUrl: cleanAddress(field('thumbnail_url'), base),
      width: pixels('width'),
      height: pixels('height'),
      durationSeconds: readDuration(field('duration') ?? ''),
    }),
  };
}

function framesIn(html: string, base: string): string[] {
  const players = new Set<string>();
  const parser = new Parser({
    onopentag(name, { src }) {
      const url = name === 'iframe' ? cleanAddress(src, base) : undefined;
      if (url && players.size < MAX_PLAYERS) players.add(url);
    },
  });
  parser.end(html.slice(0, MAX_HTML_LENGTH));
  return [...players];
}

/** Many servers send both as text/html or text/plain. */
function isXml({ headers }: SafeResponse, text: string): boolean {
  const type = headers['content-type']?.split(';')[0] ?? '';
  return /json/i.test(type) ? false : /xml/i.test(type) || /^\s*</.test(text.slice(0, 1000));
}

function readJson(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SourceError('bad_response', 'The oEmbed answer is neither JSON nor XML.', { cause });
  }
  const fields = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  return (name) => {
    const field: unknown = fields.get(name);
    return typeof field === 'string' || typeof field === 'number' ? String(field) : undefined;
  };
}

function readXml(text: string): Fields {
  const fields = new Map<string, string>();
  let name = '';
  const parser = createXmlParser(
    { noun: 'oEmbed answer', notCode: 'bad_response', maxDepth: 8 },
    {
      open(opened, depth) {
        if (depth === 2) name = opened;
      },
      text(part) {
        if (name !== '') fields.set(name, (fields.get(name) ?? '') + part);
      },
      close(depth) {
        if (depth === 2) name = '';
      },
    },
  );
  parser.write(text.replace(/^\uFEFF/, ''));
  parser.end();
  return (wanted) => fields.get(wanted);
}
