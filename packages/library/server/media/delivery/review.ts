import type { Readable } from 'node:stream';
import { hasScope } from '@vesper/contract';
import type { CallContext, FindActor } from '@vesper/core/http/mount.ts';
import { refuseForeignReader } from '@vesper/core/http/origin.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { ByteRange, Storages } from '@vesper/core/storage/storage.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatedFile } from '../files/files.ts';
import { createRemovalWatch } from '../files/removal-watch.ts';
import { planAnswer } from '../film/plan-answer.ts';
import type { MediaSigner } from './signing.ts';

/** Enough for a long film. The session must exist as well, for each request. */
const LIFE_MS = 4 * 3_600_000;

export interface ReviewOptions {
  signer: MediaSigner;
  storages: Storages;
  clock: Clock;
  log: Log;
  /** In any status, quarantined or not. */
  findFilm: (videoId: string) => Promise<DatedFile | undefined>;
  findActor: FindActor;
  findSessions: (sessionIds: readonly string[]) => Promise<string[]>;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => CallContext;
}

interface ReviewParams {
  id: string;
  expires: string;
  signature: string;
}

/** An address of a video's film that is valid only in this session, and its life in seconds. */
export function reviewAddress(
  signer: MediaSigner,
  of: { videoId: string; sessionId: string },
  now: Date,
): { url: string; expiresIn: number } {
  const { expires, signature } = signer.review(of, new Date(now.getTime() + LIFE_MS));
  const url = `/api/admin/videos/${encodeURIComponent(of.videoId)}/film/${expires}/${signature}`;
  return { url, expiresIn: LIFE_MS / 1000 };
}

/**
 * Sends administrators films that visitors do not get: hidden, taken down, waiting. The address comes from an audited
 * call, works only in its session and is never cached; when the session ends, transfers are cut off.
 */
export function mountReviews(app: FastifyInstance, options: ReviewOptions): void {
  const { storages, log, findFilm, findSessions } = options;
  const ends = createRemovalWatch({ findVisible: findSessions, log });
  app.addHook('onClose', async () => ends.stop());
  app.route<{ Params: ReviewParams }>({
    method: ['GET', 'HEAD'],
    url: '/api/admin/videos/:id/film/:expires/:signature',
    exposeHeadRoute: false,
    compress: false,
    handler: async (request, reply) => {
      const sessionId = await authorise(request, reply, options);
      const file = await findFilm(request.params.id);
      const sizeBytes = file && (file.sizeBytes ?? (await sizeOf(storages, file)));
      if (!file || sizeBytes === undefined) throw noFilm();
      const asked = {
        videoId: request.params.id,
        purpose: 'play',
        name: file.name,
        isDownload: false,
      } as const;
      const { status, headers, range } = planAnswer(
        request,
        { asked, file: { ...file, title: '' } },
        sizeBytes,
      );
      const film = range && (await read(storages, file, range));
      if (range && !film) throw noFilm();
      reply.code(status).headers({ ...headers, ...OURS_ALONE });
      if (!film) return reply.send();
      const unwatch = ends.watch(sessionId, () => film.destroy());
      film.once('close', unwatch);
      reply.raw.once('close', () => film.destroy());
      return reply.send(film);
    },
  });
}

const OURS_ALONE = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
  // Or nginx would buffer the film in a file.
  'x-accel-buffering': 'no',
};

/** Returns the session. Throws unauthorized, forbidden or not_found. */
async function authorise(
  request: FastifyRequest<{ Params: ReviewParams }>,
  reply: FastifyReply,
  { signer, clock, findActor, contextOf }: ReviewOptions,
): Promise<string> {
  refuseForeignReader(request);
  const actor = await findActor(contextOf(request, reply));
  if (!actor?.sessionId) throw new AppError('unauthorized', 'Please sign in as an administrator.');
  // As for the call that signs the address.
  if (!hasScope(actor, 'catalogue:write')) throw noFilm();
  const { id: videoId, expires, signature } = request.params;
  const { sessionId } = actor;
  const verdict = signer.verifyReview({ videoId, sessionId, expires, signature }, clock.now());
  if (verdict === 'forged') throw noFilm();
  if (verdict === 'expired')
    throw new AppError('forbidden', 'This address has expired: open the film again.');
  return sessionId;
}

/** The file may be on its way into or out of quarantine. */
async function read(
  storages: Storages,
  { key, place }: DatedFile,
  range: ByteRange,
): Promise<Readable | undefined> {
  const storage = storages.at(place);
  return (await storage.read(key, range)) ?? storage.readQuarantined(key, range);
}

async function sizeOf(storages: Storages, { key, place }: DatedFile): Promise<number | undefined> {
  const storage = storages.at(place);
  return ((await storage.head(key)) ?? (await storage.headQuarantined(key)))?.sizeBytes;
}

function noFilm(): AppError {
  return new AppError('not_found', 'This film does not exist.');
}
