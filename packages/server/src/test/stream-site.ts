import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** How a path is answered instead of with its file. */
export type Misbehaviour = (response: ServerResponse) => unknown;

export interface StreamSite extends LoopbackServer {
  files: Map<string, Buffer | string>;
  /** "/a.ts" or, of a range, "/a.ts 0-99". Without robots.txt. */
  asked: string[];
  /** By path; each answer takes one from the front. */
  misbehaves: Map<string, Misbehaviour[]>;
  /** By path. */
  contentTypes: Map<string, string>;
  /** What was asked for more than once. */
  askedTwice(): string[];
}

const ETAG = '"only-edition"';

export const status =
  (code: number): Misbehaviour =>
  (response) =>
    response.writeHead(code).end();

/** Half of the file, and then the connection is cut. */
export const cut =
  (file: Buffer): Misbehaviour =>
  (response) => {
    response.writeHead(200, { etag: ETAG, 'content-length': file.length });
    response.write(file.subarray(0, file.length / 2), () => response.destroy());
  };

/** Half of the file, and then nothing more. */
export const stall =
  (file: Buffer): Misbehaviour =>
  (response) =>
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, file.length / 2));

/** A website on loopback with files, ranges of them, and a log. */
export async function startStreamSite(
  files: Iterable<readonly [string, Buffer | string]>,
): Promise<StreamSite> {
  const server = await listenOnLoopback((request, response) => answer(site, request, response));
  const site: StreamSite = {
    ...server,
    files: new Map([...files].map(([name, file]) => [`/${name}`, file])),
    asked: [],
    misbehaves: new Map(),
    contentTypes: new Map(),
    askedTwice: () => site.asked.filter((one, i) => site.asked.indexOf(one) !== i),
  };
  return site;
}

function answer(site: StreamSite, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', site.origin);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (pathname !== '/robots.txt') site.asked.push(range ? `${pathname} ${range[1]}-${range[2]}` : pathname);
  const misbehaviour = site.misbehaves.get(pathname)?.shift();
  const file = site.files.get(pathname);
  if (misbehaviour) misbehaviour(response);
  else if (file === undefined) response.writeHead(404).end();
  else send(site, { pathname, file, range, response });
}

interface Sending {
  pathname: string;
  file: Buffer | string;
  range: RegExpExecArray | null;
  response: ServerResponse;
}

function send(site: StreamSite, { pathname, file, range, response }: Sending): void {
  const bytes = Buffer.from(file);
  const type = { etag: ETAG, 'content-type': site.contentTypes.get(pathname) ?? 'application/octet-stream' };
  if (!range) {
    response.writeHead(200, { ...type, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const part = bytes.subarray(Number(range[1]), range[2] ? Number(range[2]) + 1 : undefined);
  const end = Number(range[1]) + part.length - 1;
  const contentRange = { 'content-range': `bytes ${range[1]}-${end}/${bytes.length}` };
  response.writeHead(206, { ...type, ...contentRange, 'content-length': part.length }).end(part);
}
