import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FsStorage } from '../../storage/fs-storage.ts';
import type { MediaPurpose, MediaSigner } from './signing.ts';

export interface DeliveryOptions {
  signer: MediaSigner;
  storage: FsStorage;
  clock: Clock;
  /** The storage key behind an address, or undefined unless the video is publicly visible this moment. */
  findPublicFile: (videoId: string, purpose: MediaPurpose) => Promise<string | undefined>;
}

interface MediaParams {
  purpose: string;
  id: string;
  expires: string;
  signature: string;
  file: string;
}

/** Serves signed addresses with ranges, HEAD, ETag and conditional answers. A removed video answers 404 at once. */
export function mountMediaDelivery(app: FastifyInstance, options: DeliveryOptions): void {
  app.get<{ Params: MediaParams }>(
    '/media/:purpose/:id/:expires/:signature/:file',
    async (request, reply) => {
      const { purpose, id, expires, signature } = request.params;
      const verdict = options.signer.verify(
        { purpose, videoId: id, expires, signature },
        options.clock.now(),
      );
      if (verdict === 'forged') throw new AppError('not_found', 'There is no such file.');
      if (verdict === 'expired')
        throw new AppError('forbidden', 'This address has expired: reload the page.');
      const key = await options.findPublicFile(id, purpose as MediaPurpose);
      if (!key || !(await options.storage.head(key)))
        throw new AppError('not_found', 'There is no such file.');
      const maxAgeSeconds = Math.max(0, Number(expires) - Math.floor(options.clock.now().getTime() / 1000));
      // A shared cache must ask again each time: a takedown has to work at once.
      reply.header('cache-control', `private, max-age=${Math.min(maxAgeSeconds, 3600)}`);
      reply.header('cross-origin-resource-policy', 'same-site');
      return reply.sendFile(key, options.storage.root, { cacheControl: false, dotfiles: 'deny' });
    },
  );
}
