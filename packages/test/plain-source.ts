import type { ServerResponse } from 'node:http';
import { listenOnLoopback, pieceOf } from './loopback.ts';

interface PlainAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** Sent without a length. */
  isOfUnknownLength?: boolean;
  /** The connection ends in the middle of the body. */
  isCut?: boolean;
  /** Nothing is ever answered. */
  isSilent?: boolean;
}

export type PlainSource = Awaited<ReturnType<typeof startPlainSource>>;

/** A well-behaved website on loopback with a test's content. */
export async function startPlainSource() {
  /** By path; a function gets how often the path was requested. */
  const answers = new Map<string, PlainAnswer | ((times: number) => PlainAnswer)>();
  /** Requests without robots.txt. */
  const asked: { path: string; range: string | undefined }[] = [];
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
