import { evaluatePreconditions } from '@vesper/core/http/preconditions.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type Counts, createConcurrentLimit } from '@vesper/core/lib/counts.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asked, noSuchFile, type PublicFile } from '../files/files.ts';
import { findPlace } from '../files/open-part.ts';
import { createSharePictures, type ShareSize } from '../pictures/share-pictures.ts';
import { fileHeaders, validatorsOf } from './file-headers.ts';

interface ShareOptions {
  storages: Storages;
  counts: Counts;
  log: Log;
}

interface AskedShare {
  asked: Asked;
  size: ShareSize;
  /** The stored picture to make it from, if its video is publicly visible now. */
  find: () => Promise<PublicFile | undefined>;
}

/** In progress and waiting. */
const MOST_OF_A_NETWORK = 8;
const RETRY_AFTER_SECONDS = 5;

/** Sends share pictures, and makes those that are not cached. */
export function createShareSender({ storages, counts, log }: ShareOptions) {
  const pictures = createSharePictures({ storages, log });
  const networks = createConcurrentLimit(counts, { name: 'share pictures', most: MOST_OF_A_NETWORK });

  async function makeFor(request: FastifyRequest, reply: FastifyReply, file: PublicFile, size: ShareSize) {
    const end = await networks.begin(request.ip);
    if (!end) {
      reply.header('retry-after', RETRY_AFTER_SECONDS);
      throw new AppError(
        'too_many_requests',
        'Too many pictures are being made for your network. Please try again in a few seconds.',
      );
    }
    try {
      return await pictures.make(file, size);
    } finally {
      end();
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply, { asked, size, find }: AskedShare) => {
    const file = await find();
    if (!file) throw noSuchFile();
    // The same key makes the same bytes, so the ETag is known in advance.
    const validators = validatorsOf({ ...file, key: `${file.key} ${asked.name}` }, 0);
    const outcome = evaluatePreconditions(request.headers, validators);
    if (outcome === 'failed') return reply.code(412).send();
    // Unlike all other files, these are embedded by other sites.
    const headers = { ...fileHeaders(asked, validators), 'cross-origin-resource-policy': 'cross-origin' };
    if (outcome === 'not_modified') return reply.code(304).headers(headers).send();
    const described = { ...headers, 'content-type': 'image/jpeg', 'content-disposition': 'inline' };
    const kept = pictures.kept(file, size);
    if (request.method === 'HEAD') {
      // The length is unknown until the picture is made (RFC 9110, section 8.6).
      if (kept) reply.header('content-length', kept.length);
      else if (!(await findPlace(storages, file, log))) throw noSuchFile();
      return reply.headers(described).send();
    }
    const bytes = kept ?? (await makeFor(request, reply, file, size));
    // Making it may take longer than a takedown may.
    if (!bytes || !(await find())) throw noSuchFile();
    return reply.headers({ ...described, 'content-length': bytes.length }).send(bytes);
  };
}
