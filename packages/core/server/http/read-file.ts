import { buffer } from 'node:stream/consumers';
import { tooLargeFile } from '@vesper/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { allowTime } from './unreadable-requests.ts';

export type ReadFile = () => Promise<Buffer>;

const MOST_MS = 300_000;

/** Of a body that `leaveBody` has left. Without its length it could not be refused before it is read. */
export function fileReader({ raw, headers }: FastifyRequest, maxBytes: number): ReadFile {
  return async () => {
    const length = Number(headers['content-length'] ?? 0);
    if (length === 0)
      throw new AppError('bad_request', 'Please send a file as the body, with a Content-Length header.');
    if (length > maxBytes) throw new AppError('payload_too_large', tooLargeFile(maxBytes));
    const time = allowTime(raw);
    const timer = setTimeout(() => raw.destroy(), MOST_MS);
    try {
      return await buffer(raw);
    } catch {
      throw new AppError('bad_request', 'The file did not arrive completely.');
    } finally {
      clearTimeout(timer);
      time.end();
    }
  };
}

/** Whatever its content type. */
export function leaveBody(app: FastifyInstance): FastifyInstance {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  return app;
}
