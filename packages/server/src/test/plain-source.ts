import type { ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

export interface PlainAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** The answer does not say how long it is. */
  isOfUnknownLength?: boolean;
  /** The connection ends in the middle of the body. */
  isCut?: boolean;
  /** Nothing is ever answered. */
  isSilent?: boolean;
}

export interface PlainSource extends LoopbackServer {
  /** What stands at each path; a test puts in what it needs. A function is told how often the path was asked for. */
  answers: Map<string, PlainAnswer | ((times: number) => PlainAnswer)>;
  /** Paths asked for so far, oldest first, without robots.txt. */
  asked: { path: string; range: string | undefined }[];
  /** Bytes handed to the network so far. */
  sentBytes(): number;
}

/** A well-behaved web site on loopback that holds what a test puts there. */
export async function startPlainSource(): Promise<PlainSource> {
  const answers: PlainSource['answers'] = new Map();
  const asked: PlainSource['asked'] = [];
  let sent = 0;
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') asked.push({ path, range: request.headers.range });
    const answer = answers.get(path);
    const times = asked.filter((one) => one.path === path).length;
    send(response, typeof answer === 'function' ? answer(times) : answer, request.headers.range);
    const { socket } = request;
    const before = socket.bytesWritten;
    response.once('close', () => {
      sent += socket.bytesWritten - before;
    });
  });
  return { ...server, answers, asked, sentBytes: () => sent };
}

function send(
  response: ServerResponse,
  answer: PlainAnswer = { status: 404, body: 'Not found.' },
  range: string | undefined,
): void {
  const { status = 200, headers = {}, body, isOfUnknownLength, isCut, isSilent } = answer;
  if (isSilent) return;
  const piece = Buffer.isBuffer(body) ? pieceOf(body, range) : undefined;
  if (piece) response.writeHead(206, { ...piece.headers, ...headers }).end(piece.bytes);
  else {
    const length = isOfUnknownLength ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { ...length, ...headers });
    if (isCut) response.write(body.slice(0, body.length / 2), () => response.destroy());
    else response.end(body);
  }
}

/** Of a range with a beginning; undefined for a request without one. */
function pieceOf(body: Buffer, range: string | undefined) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return undefined;
  const bytes = body.subarray(Number(from), to ? Number(to) + 1 : undefined);
  const last = Number(from) + bytes.length - 1;
  return {
    bytes,
    headers: { 'content-length': bytes.length, 'content-range': `bytes ${from}-${last}/${body.length}` },
  };
}
