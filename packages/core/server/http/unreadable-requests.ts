import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { markupText } from '@vesper/contract';
import { RTA_LABEL } from './security-headers.ts';

const NO_PAGES = /^\/(api|media|assets)\//;

/** A program's request. If the address came in several packets, only the last is known: then assume a person. */
const NO_PAGE_REQUEST = /^(?:GET \/(?:api|media|assets)\/|(?!GET )[A-Z]+ \/)/;

/** Matches no route and no page. */
const NO_SUCH_PAGE = '/%25';

/** RFC 9112, section 3.2.2. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?]*/i;

/** What a browser resolves before a request: "/x/../help", "/%2e/help", "/\help". */
const UNRESOLVED = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Invalid escapes ("/%") count as a missing page, as in the browser (web's match-pattern.ts). So do addresses no
 * browser requests: other spellings would slip past the checks for private pages.
 */
export function routedAddress({ url = '/' }: IncomingMessage): string {
  const address = url.replace(SCHEME_AND_HOST, '') || '/';
  const [path = ''] = address.split('?');
  if (UNRESOLVED.test(path)) return NO_SUCH_PAGE;
  return NO_PAGES.test(address) || isDecodable(path) ? address : NO_SUCH_PAGE;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const TOO_LONG = 'HPE_HEADER_OVERFLOW';
const ANSWERS: Record<string, { status: string; message: string }> = {
  [TOO_LONG]: { status: '431 Request Header Fields Too Large', message: 'This address is too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long.' },
};
const UNREADABLE = { status: '400 Bad Request', message: 'The request could not be understood.' };

interface ParseError extends Error {
  code?: string | undefined;
  rawPacket?: unknown;
}

/** Connections whose request may take longer than others: its reader limits it. */
const slow = new WeakSet<Socket>();

export function allowTime({ socket }: IncomingMessage): { end(): void } {
  slow.add(socket);
  return { end: () => slow.delete(socket) };
}

export function answerUnreadable(error: ParseError, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slow.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = ANSWERS[error.code ?? ''] ?? UNREADABLE;
  const received = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const isPage = error.code === TOO_LONG && !NO_PAGE_REQUEST.test(received);
  const body = isPage ? plainPage(message) : JSON.stringify({ error: 'bad_request', message });
  const head = [
    `HTTP/1.1 ${status}`,
    `content-type: ${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    `rating: ${RTA_LABEL}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

export function plainPage(sentence: string): string {
  const text = markupText(sentence);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text}</title><h1>${text}</h1><p><a href="/">Back to the start page</a></p></html>`;
}

const FRAME_STYLE =
  'body{display:grid;place-content:center;min-height:100vh;margin:0;padding:1rem;box-sizing:border-box;background:#111;color:#ddd;font:.875rem/1.5 system-ui,sans-serif;text-align:center}';

/** Without the database we do not know who may frame it, and it has only the sentence. */
export const PLAIN_FRAME_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(FRAME_STYLE).digest('base64')}'; frame-ancestors *; sandbox`;

export function plainFrame(sentence: string): string {
  const text = markupText(sentence);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text}</title><style>${FRAME_STYLE}</style><p>${text}</p></html>`;
}
