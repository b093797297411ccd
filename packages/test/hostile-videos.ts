import type { SourceErrorCode } from '@vesper/core/lib/outbound/source-error.ts';
import type { HostileContext } from './hostile-routes.ts';
import { pieceOf } from './loopback.ts';

interface HostileVideo {
  path: string;
  /** How its download must end. */
  ends: 'well' | SourceErrorCode;
}

/** The videos that `/watch/NAME` pages name. */
export const HOSTILE_VIDEOS: Readonly<Record<string, HostileVideo>> = {
  good: { path: '/good.mp4', ends: 'well' },
  'video-half-then-resume': { path: '/video-half-then-resume.mp4', ends: 'well' },
  'video-is-html': { path: '/video-is-html.mp4', ends: 'not_video' },
  'video-is-html-in-disguise': { path: '/video-is-html-in-disguise.mp4', ends: 'not_video' },
  'video-is-playlist': { path: '/video-is-playlist.mp4', ends: 'not_video' },
  'video-half': { path: '/video-half.mp4', ends: 'truncated' },
  dribble: { path: '/dribble.mp4', ends: 'too_slow' },
  'never-headers': { path: '/never-headers', ends: 'timeout' },
  'redirect-private': { path: '/redirect-private', ends: 'private_address' },
  'redirect-metadata': { path: '/redirect-metadata', ends: 'private_address' },
  'redirect-loop': { path: '/redirect-loop', ends: 'redirect_loop' },
  'status-404': { path: '/status/404', ends: 'http_status' },
  'status-429': { path: '/status/429', ends: 'http_status' },
  'status-503': { path: '/status/503', ends: 'http_status' },
};

const ETAG = '"first-edition"';

/** Begins like an MP4 file; then pseudo-random bytes, the same in every run. */
export function sampleVideo(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  let state = 0x2545f491;
  for (let index = 0; index < sizeBytes; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state & 0xff;
  }
  bytes.write('\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom', 'latin1');
  return bytes;
}

/** Any .mp4 address; `?edition=NAME` makes the file unique. */
export function answerVideo(context: HostileContext): void {
  const answer = ANSWERS[context.url.pathname.slice(1, -'.mp4'.length)];
  const edition = context.url.searchParams.get('edition');
  if (answer) answer(edition ? { ...context, video: editionOf(context.video, edition) } : context);
  else context.response.writeHead(404).end();
}

/** The same film in other bytes: players skip `free` boxes (ISO/IEC 14496-12, section 8.1.2). */
export function editionOf(video: Buffer, name: string): Buffer {
  const box = Buffer.alloc(8 + Buffer.byteLength(name));
  box.writeUInt32BE(box.length);
  box.write(`free${name}`, 4);
  return Buffer.concat([video, box]);
}

const HTML = Buffer.from('<!DOCTYPE html>\n<html><body>Please log in.</body></html>');
const PLAYLIST = Buffer.from('#EXTM3U\n#EXTINF:9,\na.ts\n');

const ANSWERS: Readonly<Record<string, (context: HostileContext) => void>> = {
  good: (context) => sendRanges(context, context.video, ETAG),
  'video-is-html': (context) => sendBody(context, 'text/html', HTML),
  'video-is-html-in-disguise': (context) => sendBody(context, 'video/mp4', HTML),
  'video-is-playlist': (context) => sendBody(context, 'video/mp4', PLAYLIST),
  'video-empty': (context) => sendBody(context, 'video/mp4', Buffer.alloc(0)),
  'video-half': (context) => sendHalf(context, {}),
  'video-half-chunked': sendHalfChunked,
  'video-unknown-length': sendUntilClose,
  'video-half-then-resume': sendHalfThenRanges,
  'video-changing': sendHalfThenOtherEdition,
  dribble: sendDribble,
};

function sendBody({ response, logged }: HostileContext, contentType: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': contentType, 'content-length': body.length });
  logged.sentBytes += body.length;
  response.end(body);
}

/** Sends half of the announced length and hangs up. */
function sendHalf({ response, video, logged }: HostileContext, headers: Record<string, string>): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': video.length, ...headers });
  const half = video.subarray(0, video.length / 2);
  logged.sentBytes += half.length;
  response.write(half, () => response.socket?.destroy());
}

function sendHalfChunked({ response, video, logged }: HostileContext): void {
  response.writeHead(200, { 'content-type': 'video/mp4', connection: 'close' });
  const half = video.subarray(0, video.length / 2);
  logged.sentBytes += half.length;
  response.write(half, () => response.socket?.end());
}

/** As in HTTP/1.0: the connection's end is the file's end. */
function sendUntilClose({ response, video, logged }: HostileContext): void {
  logged.sentBytes += video.length;
  response.socket?.end(
    Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nConnection: close\r\n\r\n'),
      video,
    ]),
  );
}

function sendHalfThenRanges(context: HostileContext): void {
  if (context.request.headers.range) sendRanges(context, context.video, ETAG);
  else sendHalf(context, { etag: ETAG, 'accept-ranges': 'bytes' });
}

/** Half of a file that has changed when the rest is requested. */
function sendHalfThenOtherEdition(context: HostileContext): void {
  if (context.request.headers.range) sendRanges(context, secondEdition(context.video), '"second-edition"');
  else sendHalf(context, { etag: ETAG, 'accept-ranges': 'bytes' });
}

/** /video-changing.mp4 after its first request: same length, other bytes. */
export function secondEdition(video: Buffer): Buffer {
  return Buffer.concat([video.subarray(0, 64), Buffer.from(video.subarray(64)).reverse()]);
}

/** Honest ranges (RFC 9110, section 14). */
function sendRanges({ request, response, logged }: HostileContext, body: Buffer, etag: string): void {
  const headers = { 'content-type': 'video/mp4', etag, 'accept-ranges': 'bytes' };
  const { range, 'if-range': condition } = request.headers;
  const piece = condition === undefined || condition === etag ? pieceOf(body, range) : undefined;
  if (piece?.bytes.length === 0) {
    const unsatisfied = { 'content-range': `bytes */${body.length}`, 'content-length': 0 };
    response.writeHead(416, { ...headers, ...unsatisfied }).end();
    return;
  }
  const bytes = piece?.bytes ?? body;
  response.writeHead(piece ? 206 : 200, { ...headers, 'content-length': bytes.length, ...piece?.headers });
  logged.sentBytes += bytes.length;
  response.end(bytes);
}

/** One byte every 200 ms. */
function sendDribble({ response, video, logged }: HostileContext): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': video.length });
  const timer = setInterval(() => {
    response.write(video.subarray(logged.sentBytes, logged.sentBytes + 1));
    logged.sentBytes += 1;
  }, 200);
  response.on('close', () => clearInterval(timer));
}
