import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FsStorage } from '../../storage/fs-storage.ts';
import type { Storages } from '../../storage/storage.ts';
import type { MediaFile } from './files.ts';
import type { MediaPurpose, MediaSigner } from './signing.ts';

export interface DeliveryOptions {
  signer: MediaSigner;
  storages: Storages;
  clock: Clock;
  /** A video's files that serve a purpose; none unless the video is publicly visible this moment. */
  findPublicFiles: (videoId: string, purpose: MediaPurpose) => Promise<MediaFile[]>;
}

interface MediaParams {
  purpose: string;
  id: string;
  expires: string;
  signature: string;
  name: string;
}

/** Serves signed addresses with ranges, HEAD, ETag and conditional answers. A removed video answers 404 at once. */
export function mountMediaDelivery(app: FastifyInstance, options: DeliveryOptions): void {
  app.get<{ Params: MediaParams }>(
    '/media/:purpose/:id/:expires/:signature/:name',
    async (request, reply) => {
      const { purpose, id, expires, signature, name } = request.params;
      const verdict = options.signer.verify(
        { purpose, videoId: id, hostname: request.hostname, expires, signature },
        options.clock.now(),
      );
      if (verdict === 'forged') throw new AppError('not_found', 'There is no such file.');
      if (verdict === 'expired')
        throw new AppError('forbidden', 'This address has expired: reload the page.');
      const files = await options.findPublicFiles(id, purpose as MediaPurpose);
      const file = files.find((one) => one.name === name);
      if (!file || !(await options.storages.at(file.place).head(file.key)))
        throw new AppError('not_found', 'There is no such file.');
      // No shared cache may keep a file, and a browser its pictures for minutes only: a takedown works at once.
      const isFilm = purpose === 'play' && !name.startsWith('storyboard');
      const keep = isFilm ? 'no-cache' : 'max-age=300';
      reply.header('cache-control', `private, ${keep}`);
      reply.header('cross-origin-resource-policy', 'same-site');
      return sendStoredFile(request, reply, {
        key: file.key,
        root: (options.storages.at(file.place) as FsStorage).root,
      });
    },
  );
}

/** With ranges, conditional requests and HEAD; several ranges at once are answered with the whole file. */
async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, root }: { key: string; root: string },
) {
  const { statusCode, headers, stream, type } = await send(request.raw, key, {
    root,
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
  });
  reply.code(statusCode).headers(headers);
  if (type !== 'error') return reply.send(stream);
  stream.destroy();
  if (statusCode === 416) return reply.header('content-length', '0').send();
  throw new AppError('not_found', 'There is no such file.');
}
