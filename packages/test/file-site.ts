import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { listenOnLoopback } from './loopback.ts';

export interface FileAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** A generator is read as it is sent, and may be endless. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

export type FileSite = Awaited<ReturnType<typeof startFileSite>>;

/** A website on loopback with a test's files. */
export async function startFileSite() {
  const state = {
    requests: [] as { path: string; headers: IncomingHttpHeaders }[],
    /** By path with query; functions are called at each request. */
    files: new Map<string, FileAnswer | ((path: string) => FileAnswer)>(),
    /** For paths without a file; 404 unless set. */
    fallback: undefined as ((path: string) => FileAnswer) | undefined,
  };
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    state.requests.push({ path, headers: request.headers });
    const file = state.files.get(path) ?? state.fallback?.(path) ?? { status: 404, body: 'Nothing here.' };
    const { status = 200, headers = {}, body = '' } = typeof file === 'function' ? file(path) : file;
    response.writeHead(status, headers);
    if (typeof body === 'string' || Buffer.isBuffer(body)) return response.end(body);
    const stream = Readable.from(body, { objectMode: false });
    response.on('close', () => stream.destroy());
    stream.on('error', () => response.destroy());
    return stream.pipe(response);
  });
  return Object.assign(state, server);
}
