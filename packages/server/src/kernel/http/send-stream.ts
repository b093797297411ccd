import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from './page-cache.ts';

/** A list's entries are much alike: more effort costs twice the time and saves a twentieth. Brotli is the cheaper. */
const GZIP_LEVEL = 2;
const BROTLI_QUALITY = 1;

export type Pieces = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/**
 * Sends text piece by piece, bytes as UTF-8, packed as the request accepts it: the next piece is made when the network has taken the
 * one before. To HEAD it sends the headers and makes no piece.
 */
export function sendStream(request: FastifyRequest, reply: FastifyReply, pieces: () => Pieces): FastifyReply {
  const header = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(header, one));
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  // An empty stream: its length, unlike an empty text's, is not said (RFC 9110, section 8.6).
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const source = Readable.from(pieces(), { objectMode: true, highWaterMark: 1 });
  if (!encoding) return reply.send(source);
  const packer =
    encoding === 'gzip'
      ? createGzip({ level: GZIP_LEVEL })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  // An error ends the transfer: Fastify closes the connection.
  pipeline(source, packer, () => {});
  return reply.send(packer);
}
