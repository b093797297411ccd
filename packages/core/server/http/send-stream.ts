import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from './page-cache.ts';

/** The next level takes twice the time to save a twentieth. */
const GZIP_LEVEL = 2;
const BROTLI_QUALITY = 1;

export type Pieces = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/** Streams text, compressed as accepted; a piece is produced once the network has taken the previous one. HEAD produces none. */
export function sendStream(request: FastifyRequest, reply: FastifyReply, pieces: () => Pieces): FastifyReply {
  const header = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(header, one));
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  // An empty stream, unlike an empty text, states no length (RFC 9110, section 8.6).
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const source = Readable.from(pieces(), { objectMode: true, highWaterMark: 1 });
  if (!encoding) return reply.send(source);
  const packer =
    encoding === 'gzip'
      ? createGzip({ level: GZIP_LEVEL })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  // On an error Fastify closes the connection.
  pipeline(source, packer, () => {});
  return reply.send(packer);
}
