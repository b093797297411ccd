import type { ServerResponse } from 'node:http';
import { listenOnLoopback, pieceOf } from './loopback.ts';

type Misbehaviour = (response: ServerResponse) => unknown;

const ETAG = '"only-edition"';

export const status =
  (code: number): Misbehaviour =>
  (response) =>
    response.writeHead(code).end();

/** Half of the file, then the connection is cut. */
export const cut =
  (file: Buffer): Misbehaviour =>
  (response) => {
    response.writeHead(200, { etag: ETAG, 'content-length': file.length });
    response.write(file.subarray(0, file.length / 2), () => response.destroy());
  };

/** Half of the file, then nothing more. */
export const stall =
  (file: Buffer): Misbehaviour =>
  (response) =>
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, file.length / 2));

export type StreamSite = Awaited<ReturnType<typeof startStreamSite>>;

/** A website on loopback with files, ranges of them, and a log. */
export async function startStreamSite(given: Iterable<readonly [string, Buffer | string]>) {
  const files = new Map([...given].map(([name, file]) => [`/${name}`, file]));
  /** "/a.ts" or, with a range, "/a.ts 0-99"; without robots.txt. */
  const asked: string[] = [];
  /** By path; each answer takes one from the front. */
  const misbehaves = new Map<string, Misbehaviour[]>();
  /** By path. */
  const contentTypes = new Map<string, string>();
  const server = await listenOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const { range } = request.headers;
    if (pathname !== '/robots.txt') asked.push(range ? `${pathname} ${range.slice(6)}` : pathname);
    const misbehaviour = misbehaves.get(pathname)?.shift();
    const file = files.get(pathname);
    if (misbehaviour) return misbehaviour(response);
    if (file === undefined) return response.writeHead(404).end();
    const bytes = Buffer.from(file);
    const type = { etag: ETAG, 'content-type': contentTypes.get(pathname) ?? 'application/octet-stream' };
    const piece = pieceOf(bytes, range);
    if (piece) return response.writeHead(206, { ...type, ...piece.headers }).end(piece.bytes);
    return response.writeHead(200, { ...type, 'content-length': bytes.length }).end(bytes);
  });
  const askedTwice = () => asked.filter((one, i) => asked.indexOf(one) !== i);
  return { ...server, files, asked, misbehaves, contentTypes, askedTwice };
}
