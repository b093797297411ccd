import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnchanged, setValidators, type Validators, wholeSeconds } from './answers.ts';
import { parseRange } from './byte-range.ts';

/**
 * Answers with a file: whole, a part (206), 304 or 416, with a strong ETag. With `bytesPerSecond` the
 * body is sent no faster than that. A visitor who leaves early is no error. Throws when the file is gone.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: { path: string; type: string; bytesPerSecond?: number | undefined },
): Promise<void> {
  const { size, mtime, mtimeMs } = await stat(file.path);
  // The name carries the recipe's hash; size and time tell two renderings of it apart.
  const tag = `${basename(file.path)}-${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
  const validators = { etag: `"${tag}"`, changedAt: mtime };
  setValidators(response, validators);
  response.setHeader('accept-ranges', 'bytes');
  if (isUnchanged(request, validators)) {
    response.writeHead(304).end();
    return;
  }
  const range = askedRange(request, validators, size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
    return;
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  response.writeHead(range ? 206 : 200, {
    'content-type': file.type,
    'content-length': last - first + 1,
    ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
  });
  if (request.method === 'HEAD') response.end();
  else await sendPart(response, file.path, { start: first, end: last }, file.bytesPerSecond);
}

function askedRange(request: IncomingMessage, validators: Validators, size: number) {
  // A range is defined for GET alone (RFC 9110, section 14.2).
  if (request.method !== 'GET' || !stillThatFile(request.headers['if-range'], validators)) return undefined;
  return parseRange(request.headers.range, size);
}

/** If-Range (RFC 9110, section 13.1.5): the strong tag, or the very date, of what the visitor has a part of. */
function stillThatFile(condition: string | string[] | undefined, { etag, changedAt }: Validators): boolean {
  if (condition === undefined) return true;
  return condition === etag || Date.parse(String(condition)) === wholeSeconds(changedAt);
}

async function sendPart(
  response: ServerResponse,
  path: string,
  part: { start: number; end: number },
  bytesPerSecond: number | undefined,
): Promise<void> {
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const step = bytesPerSecond && Math.max(1, Math.min(65_536, Math.ceil(bytesPerSecond / 10)));
  const bytes = createReadStream(path, { ...part, ...(step && { highWaterMark: step }) });
  const source = bytesPerSecond ? Readable.from(paced(bytes, bytesPerSecond, stop.signal)) : bytes;
  await pipeline(source, response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

async function* paced(chunks: AsyncIterable<Buffer>, bytesPerSecond: number, signal: AbortSignal) {
  const startedAt = performance.now();
  let sentBytes = 0;
  for await (const chunk of chunks) {
    sentBytes += chunk.length;
    const aheadMs = (sentBytes / bytesPerSecond) * 1000 - (performance.now() - startedAt);
    if (aheadMs > 0) await sleep(aheadMs, undefined, { signal });
    yield chunk;
  }
}
