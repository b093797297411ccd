import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** By what a stored copy is compared (RFC 9110, section 8.8). The tag is strong and quoted. */
export interface Validators {
  readonly etag: string;
  readonly changedAt: Date;
}

/** Answers with a whole text or small file, or with 304 when the visitor's copy is still good. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: 200 | 404; body: string | Buffer; type: string; changedAt: Date },
): void {
  const body = Buffer.from(answer.body);
  const validators = { etag: `"${sha256(body)}"`, changedAt: answer.changedAt };
  if (answer.status === 200) {
    setValidators(response, validators);
    if (isUnchanged(request, validators)) {
      response.writeHead(304).end();
      return;
    }
  }
  response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Answers with an error as one line of plain text. */
export function sendRefusal(response: ServerResponse, status: number, sentence: string): void {
  const body = `${sentence}\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

export function setValidators(response: ServerResponse, { etag, changedAt }: Validators): void {
  response.setHeader('etag', etag);
  response.setHeader('last-modified', changedAt.toUTCString());
  response.setHeader('cache-control', 'no-cache');
}

/** Whether the answer is 304: If-None-Match if given, else If-Modified-Since (RFC 9110, section 13.2.2). */
export function isUnchanged(request: IncomingMessage, { etag, changedAt }: Validators): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.trim() === '*' || known.includes(etag);
  }
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && wholeSeconds(changedAt) <= since;
}

/** A date as HTTP can say it: without its milliseconds. */
export function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
